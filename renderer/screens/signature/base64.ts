/** The UTF-8 bytes of a text, in base64. */
export function base64OfText(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** The text whose UTF-8 bytes these are; `undefined` where they are those of no text, or no base64. */
export function textOfBase64(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export function isBase64(text: string): boolean {
  try {
    atob(text.replace(/\s/g, ''))
    return true
  } catch {
    return false
  }
}
