/** The UTF-8 bytes of a text, in base64. */
export function base64OfText(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

export function isBase64(text: string): boolean {
  try {
    atob(text.replace(/\s/g, ''))
    return true
  } catch {
    return false
  }
}
