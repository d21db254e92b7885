export const refusalSample = `{
  "error": 1,
  "code": "invalid_input",
  "message": "url: Only http and https addresses are allowed.",
  "errors": [
    {
      "path": "url",
      "code": "url_not_http",
      "message": "Only http and https addresses are allowed."
    }
  ]
}`;

export const pageSample = (base: string) => `curl "${base}/api/urls?limit=50&page=2" \\
  -H "Authorization: Bearer $KEY"

{
  "error": 0,
  "data": {
    "result": 120, "resultexact": true, "perpage": 50,
    "currentpage": 2, "nextpage": 3, "maxpage": 3,
    "urls": [ … ]
  }
}`;

export const idempotentSample = (base: string) => `curl ${base}/api/url/add \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: 5f0c2a0e-8a39-4a0f-9d0f-0b6a1f6a7c11" \\
  -d '{"url": "https://example.com/spring"}'`;

export const conditionalUpdateSample = (base: string) => `curl -X PUT ${base}/api/url/42/update \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -H 'If-Match: "2026-11-26T09:30:00.000Z"' \\
  -d '{"url": "https://example.com/summer"}'`;

export const limitHeaders = [
  ["X-RateLimit-Limit", "limit"],
  ["X-RateLimit-Remaining", "remaining"],
  ["X-RateLimit-Reset", "reset"],
] as const;
