// Loaded by the servers that tests share, with NODE_OPTIONS. Pages, imports and pictures have a low priority in the
// service, so that visitors come first. Here the browsers of the tests use the same machine, and work of low priority
// would wait ten times as long as in use. Tests of priorities start servers of their own.
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.setPriority = () => undefined;
syncBuiltinESMExports();
