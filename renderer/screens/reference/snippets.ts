import { withQuery } from '../../data/client.ts'
import { emulatedCurl } from '../../data/emulated-curl.ts'
import type { EmulatedRequest } from '../../data/emulated-request.ts'

export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'python'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

/** As text in JavaScript and in Python, which read the escapes of JSON alike. */
const literal = (text: string) => JSON.stringify(text)

/** Of a body that is JSON, its value; a text that is none is sent as it stands. */
function jsonOf(body: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

/** A value of JSON in Python. */
function inPython(value: unknown, indent = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const deeper = `${indent}    `
  const items = Array.isArray(value)
    ? value.map(item => inPython(item, deeper))
    : Object.entries(value).map(([name, item]) => `${literal(name)}: ${inPython(item, deeper)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return items.length === 0 ? `${open}${close}` : `${open}\n${deeper}${items.join(`,\n${deeper}`)},\n${indent}${close}`
}

const headersOf = ({ key, body }: EmulatedRequest): [name: string, value: string][] => [
  ...(key ? [['Authorization', `Bearer ${key}`] as [string, string]] : []),
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
]

/** A module for Node or a browser: it waits at its top level. */
function inJavaScript(request: EmulatedRequest, url: string): string {
  const { method, body } = request
  const json = body === undefined ? undefined : jsonOf(body)
  const headers = headersOf(request).map(([name, value]) => `    ${literal(name)}: ${literal(value)},\n`)
  return [
    `const response = await fetch(${literal(url)}, {\n`,
    `  method: ${literal(method)},\n`,
    ...(headers.length === 0 ? [] : ['  headers: {\n', ...headers, '  },\n']),
    ...(body === undefined
      ? []
      : [
          json === undefined
            ? `  body: ${literal(body)},\n`
            : `  body: JSON.stringify(${indented(JSON.stringify(json.value, null, 2), '  ')}),\n`,
        ]),
    '})\nconsole.log(response.status, await response.text())',
  ].join('')
}

/** With nothing but the standard library of Python 3, which takes an answer that is not 2xx for an error. */
function inPythonAlone(request: EmulatedRequest, url: string): string {
  const { method, body } = request
  const json = body === undefined ? undefined : jsonOf(body)
  const headers = headersOf(request).map(([name, value]) => `        ${literal(name)}: ${literal(value)},\n`)
  return [
    ...(json === undefined ? [] : ['import json\n']),
    'import urllib.error\nimport urllib.request\n\n',
    `request = urllib.request.Request(\n    ${literal(url)},\n    method=${literal(method)},\n`,
    ...(headers.length === 0 ? [] : ['    headers={\n', ...headers, '    },\n']),
    ...(body === undefined
      ? []
      : [
          json === undefined
            ? `    data=${literal(body)}.encode(),\n`
            : `    data=json.dumps(${inPython(json.value, '    ')}).encode(),\n`,
        ]),
    ')\ntry:\n    with urllib.request.urlopen(request) as response:\n',
    '        print(response.status, response.read().decode())\n',
    'except urllib.error.HTTPError as error:\n    print(error.code, error.read().decode())',
  ].join('')
}

/** A request to the emulated API as code that sends it, runs as it stands, and prints status and body. Pure. */
export function snippetOf(language: SnippetLanguage, request: EmulatedRequest, baseUrl: string): string {
  if (language === 'curl') return emulatedCurl(request, baseUrl)
  const url = withQuery(`${baseUrl}${request.path}`, request.query)
  return language === 'javascript' ? inJavaScript(request, url) : inPythonAlone(request, url)
}
