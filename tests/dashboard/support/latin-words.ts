import { ENDPOINTS } from '../../../server/contract/endpoints.ts'
import { ERRORS } from '../../../server/contract/errors.ts'
import { FIXTURE_NAMES } from '../../../server/contract/fixture-names.ts'
import { openApiDocument } from '../../../server/contract/openapi.ts'
import { PLAN_NAMES } from '../../../server/contract/plans.ts'
import { KEY_MODES } from '../../../server/contract/scopes.ts'

/**
 * What Japanese takes over as it is: names of protocols, formats and products, and the units that numbers have everywhere.
 */
const TAKEN_OVER = [
  ...[
    'AI',
    'API',
    'ASCII',
    'CA',
    'CRM',
    'CSV',
    'GET',
    'HAR',
    'HMAC',
    'HTML',
    'HTTP',
    'HTTPS',
    'ID',
    'IP',
    'ISO',
    'JSON',
    'JST',
  ],
  ...[
    'MiB',
    'NUL',
    'OPTIONS',
    'POST',
    'PUT',
    'DELETE',
    'SHA',
    'SQLite',
    'TLS',
    'UNIX',
    'URL',
    'UTC',
    'UTF',
    'UUID',
    'kB',
    'KB',
    'MB',
    'ms',
    'HEAD',
  ],
  ...[
    'Authorization',
    'Bearer',
    'Cookie',
    'Open',
    'OpenAPI',
    'Ringback',
    'Tokyo',
    'Webhook',
    'curl',
    'null',
    'https',
    'localhost',
    'gzip',
    'Allow',
    'Free',
  ],
  // Values of entries of the register that their titles speak of.
  ...['compact', 'dial', 'ring', 'wide'],
  // Types of JSON, and languages of programs.
  ...['array', 'boolean', 'date', 'integer', 'number', 'object', 'string'],
  ...['Go', 'Java', 'JavaScript', 'Node', 'PHP', 'Perl', 'Python', 'Ruby'],
  // What asks and serves HTTP in them.
  ...['fetch', 'undici', 'Agent', 'Express', 'Mojolicious', 'Plack', 'Rails', 'Spring'],
]

/** Every field and parameter that the OpenAPI file names, and every word for a value of them. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { properties, name, enum: values = [] } = part as { properties?: object; name?: unknown; enum?: unknown[] }
  const own = [...Object.keys(properties ?? {}), name, ...values].filter(one => typeof one === 'string')
  return [...own, ...Object.values(part).flatMap(namesIn)]
}

/** Names of the contract that are single words. All others have a point, a colon, a slash or an underscore in them. */
const OF_CONTRACT = [
  ...PLAN_NAMES,
  ...FIXTURE_NAMES,
  ...KEY_MODES,
  ...Object.values(ERRORS).map(({ code }) => code),
  ...ENDPOINTS.map(({ id }) => id),
  ...namesIn(openApiDocument()),
]

const ALLOWED: ReadonlySet<string> = new Set([...TAKEN_OVER, ...OF_CONTRACT])

/** A key as it is shown. What is left of it is random, and now and then all letters. */
const MASKED = /svc_\w+_…\w+/g

/** Words in Latin letters that nothing excuses: no name, and nothing that is part of one. `names` are those that this world's people gave. */
export const latinWordsIn = (text: string, names: ReadonlySet<string>): string[] =>
  (text.replaceAll(MASKED, '').match(/(?<![\w.:/#@$&=?{<-])[A-Za-z][A-Za-z]+(?![\w:/@=}]|[.-]\w)/g) ?? []).filter(
    word => !ALLOWED.has(word) && !names.has(word),
  )

/** Runs in the page: what people read or hear on it, but for code, instants, and what they have typed. */
export const READ_TEXTS = `(() => {
  const LEFT_OUT = 'code, pre, kbd, time, .mono, svg text, textarea, [translate="no"]'
  const seen = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (element.closest(LEFT_OUT + ', script, style') === null && element.checkVisibility()) seen.add(node.data.trim())
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (element.closest(LEFT_OUT) !== null || !element.checkVisibility()) continue
    for (const name of ['aria-label', 'title', 'placeholder']) seen.add((element.getAttribute(name) ?? '').trim())
  }
  return [...seen]
})()`
