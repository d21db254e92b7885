// Loaded with NODE_OPTIONS by the servers of browser tests, and by those that tests share. Pages, imports and pictures
// have a low priority in the service, so that visitors come first. Here the browsers of the tests use the same machine,
// and work of low priority would wait ten times as long as in use. Tests of priorities start servers without this.
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.setPriority = () => undefined;
syncBuiltinESMExports();
