/** Spellings of this machine's address, which must not be reached. `at` follows the host (`:8080/path`). */
export const loopbackForms = (at: string): string[] =>
  [
    // IPv4 in decimal, octal, hexadecimal, mixed and short forms
    ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0x7f.0x0.0x0.0x1", "017700000001"],
    ...["0177.0.0.1", "0177.1", "00000177.0.0.1", "127.0.0.01", "0x7F.0.0.1", "127.000.000.001", "127.255.255.254"],
    ...[
      "0",
      "0.0.0.0",
      "0x0",
      "00",
      "127.0.0.1.",
      "127.1.",
      "%31%32%37.0.0.1",
      "１２７.０.０.１",
      "①②⑦.⓪.⓪.①",
      "127。0。0。1",
    ],
    // IPv6, mapped, compatible, NAT64, 6to4, Teredo, ISATAP
    ...[
      "[::1]",
      "[0:0:0:0:0:0:0:1]",
      "[::0001]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[0:0:0:0:0:ffff:7f00:1]",
    ],
    ...[
      "[::127.0.0.1]",
      "[::7f00:1]",
      "[64:ff9b::127.0.0.1]",
      "[64:ff9b::7f00:1]",
      "[64:ff9b:1::7f00:1]",
      "[2002:7f00:1::]",
    ],
    ...[
      "[2002:7f00:1::1]",
      "[2001:0:7f00:1::]",
      "[2001:0:0:0:0:0:80ff:fffe]",
      "[fe80::5efe:7f00:1]",
      "[::ffff:0:127.0.0.1]",
    ],
    // names
    ...["localhost", "LOCALHOST", "localhost.", "LocalHost.", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "%6cocalhost", "local\thost", "local\nhost"],
  ].map((host) => `http://${host}${at}`);

/** Other addresses that only this machine or its network reaches, and addresses that are not HTTP. */
export const innerForms: string[] = [
  // private, shared, link-local, multicast and reserved networks
  ...["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.254", "192.168.0.1", "100.64.0.1", "198.18.0.1"],
  ...["192.0.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "0xa000001", "012.0.0.1", "3232235521", "[fc00::1]"],
  ...["[fd12:3456::1]", "[fe80::1]", "[ff02::1]", "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "[2002:a00:1::]"],
  // metadata services of clouds, which serve secrets
  ...["169.254.169.254/latest/meta-data/", "169.254.169.254./", "2852039166/", "0xa9fea9fe/", "0251.0376.0251.0376/"],
  ...[
    "[::ffff:169.254.169.254]/",
    "[fd00:ec2::254]/",
    "169.254.170.2/v2/credentials",
    "168.63.129.16/",
    "100.100.100.200/",
  ],
  ...["192.0.0.192/", "[fe80::a9fe:a9fe]/"],
]
  .map((host) => `http://${host}`)
  .concat(
    // a name and password before the host
    [
      "http://example.com@127.0.0.1/",
      "http://a:b@127.0.0.1/",
      "http://127.0.0.1:80@127.0.0.1/",
      "http://example.com%40@[::1]/",
    ],
    // other ports
    ["http://1.1.1.1:22/", "http://1.1.1.1:6379/", "https://1.1.1.1:80443/", "http://1.1.1.1:0/", "http://1.1.1.1:-1/"],
    // other schemes
    ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:6379/_INFO", "dict://127.0.0.1:11211/", "data:,x"],
    ["javascript:1", "unix:/run/x.sock", "ws://127.0.0.1/", "//127.0.0.1/", "http:///", "http://"],
  );
