/** Puts a text on the clipboard; tells whether the browser allowed it (it wants a secure context: https or loopback). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
