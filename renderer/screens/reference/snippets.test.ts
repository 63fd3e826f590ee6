import { expect, test } from 'vitest'
import { snippetOf } from './snippets.ts'

const BASE = 'http://127.0.0.1:4010/api/v1'
const hook = { method: 'PUT', path: '/webhooks/7', key: 'svc_live_x' }
const body = '{"is_enabled": true, "filters": null, "events": ["call.missed"], "label": "it\'s \\"mine\\""}'

test('a body of JSON stands in Python as Python writes it', () => {
  expect(snippetOf('python', { ...hook, body }, BASE)).toContain(`    data=json.dumps({
        "is_enabled": True,
        "filters": None,
        "events": [
            "call.missed",
        ],
        "label": "it's \\"mine\\"",
    }).encode(),
`)
})

test.each(['javascript', 'python'] as const)('a body that is no JSON is sent as it stands, in %s', language => {
  const code = snippetOf(language, { ...hook, body: '{"is_enabled": tru' }, BASE)
  expect(code).toContain('"{\\"is_enabled\\": tru"')
  expect(code).not.toMatch(/JSON\.stringify|json\.dumps|import json/)
})

test.each(['javascript', 'python'] as const)(
  'a query is in the address, and without a key there is no header, in %s',
  language => {
    const code = snippetOf(
      language,
      { method: 'GET', path: '/calls', query: { from: '2026-03-10', q: undefined } },
      BASE,
    )
    expect(code).toContain(`"${BASE}/calls?from=2026-03-10"`)
    expect(code).not.toContain('headers')
  },
)
