/** What is no printable sign of ASCII. */
const OTHERS = /[^\x21-\x7e]+/g

const percentEncoded = (text: string): string => text.replace(OTHERS, encodeURIComponent)
/** As `json.dumps` and others write strings whose bytes are all ASCII. */
const escaped = (text: string): string =>
  [...text.matchAll(/[\s\S]/g)]
    .map(([unit]) => (unit > '\x7e' ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit))
    .join('')

/**
 * The other forms, in lower case, in which a client may have sent a text, by where it stands: percent-encoded in a path or a query, there with `+`
 * for a space, and escaped in JSON; none of a text that is sent as it is. Pure.
 */
export function sentAs(text: string): { readonly address: readonly string[]; readonly json: readonly string[] } {
  const typed = text.toWellFormed().toLowerCase()
  const address = [percentEncoded(typed), percentEncoded(typed.replaceAll(' ', '+')), encodeURIComponent(typed)]
  const isOther = (form: string, place: number, all: readonly string[]) => form !== typed && all.indexOf(form) === place
  return {
    address: address.map(form => form.toLowerCase()).filter(isOther),
    json: [escaped(typed)].filter(isOther),
  }
}
