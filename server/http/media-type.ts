const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const ESSENCE = new RegExp(`^[ \\t]*(${TOKEN}/${TOKEN})[ \\t]*`)
const PARAMETER = new RegExp(`;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)"))?[ \\t]*`, 'y')

interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string
  /** The values of the `charset` parameter in lower case, in order. More than one is a contradiction, which the reader refuses. */
  readonly charsets: readonly string[]
}

/** Reads a `Content-Type` value (RFC 9110 §8.3). `undefined` when it does not follow the grammar. */
export function parseMediaType(value: string): MediaType | undefined {
  const head = ESSENCE.exec(value)
  const essence = head?.[1]?.toLowerCase()
  if (!head || !essence) return undefined
  const charsets: string[] = []
  let at = head[0].length
  while (at < value.length) {
    PARAMETER.lastIndex = at
    const parameter = PARAMETER.exec(value)
    if (!parameter) return undefined
    at = PARAMETER.lastIndex
    if (parameter[1]?.toLowerCase() === 'charset') charsets.push((parameter[2] ?? parameter[3] ?? '').toLowerCase())
  }
  return { essence, charsets }
}

/** Whether a body with this `Content-Type` is JSON that we accept: `application/json`, in UTF-8 if a charset is given. */
export function isUtf8Json(value: string): boolean {
  if (value === 'application/json') return true
  const type = parseMediaType(value)
  if (type?.essence !== 'application/json') return false
  return type.charsets.length === 0 || (type.charsets.length === 1 && type.charsets[0] === 'utf-8')
}
