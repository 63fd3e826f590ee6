/** What secrets begin with (contract/README.md#auth-4, #webhook-2). */
const PREFIXES = ['whsec_', 'svc_live_', 'svc_test_']
const BITS = 6
/** How many characters of a group stand before the first that a prefix alone decides, by the bytes of the group before it. */
const UNDECIDED = [0, 2, 3] as const
const GROUP = 4

/** A part of a secret's beginning that its base64 always holds, and how many characters before it its group begins. */
interface Core {
  readonly text: string
  readonly back: number
}

const CORES: readonly Core[] = PREFIXES.flatMap(prefix =>
  UNDECIDED.flatMap((back, bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(prefix)])
    const decided = Math.floor((bytes.length * 8) / BITS)
    return ['base64', 'base64url'].map(form => ({
      text: bytes.toString(form as BufferEncoding).slice(back, decided),
      back,
    }))
  }),
).filter((core, index, all) => all.findIndex(other => other.text === core.text) === index)

const RUN = /[A-Za-z0-9+/_-]*/y

/** Changes what is written in base64 in a text and holds a secret; it stays as long. `change` keeps the length. */
export function replaceInBase64(text: string, change: (decoded: string) => string): string {
  let result = text
  for (const { text: core, back } of CORES) {
    let at = result.indexOf(core)
    while (at !== -1) {
      const from = at - back
      RUN.lastIndex = Math.max(0, from)
      const run = RUN.exec(result)?.[0] ?? ''
      // Something else that looks like it: the characters before it are none of base64.
      if (from >= 0 && run.length >= core.length + back) {
        const form = run.includes('-') || run.includes('_') ? 'base64url' : 'base64'
        const whole = run.slice(0, run.length - (run.length % GROUP === 1 ? 1 : 0))
        const decoded = Buffer.from(whole, form).toString('latin1')
        const changed = Buffer.from(change(decoded), 'latin1').toString(form).slice(0, whole.length)
        if (change(decoded) !== decoded) result = result.slice(0, from) + changed + result.slice(from + whole.length)
      }
      at = result.indexOf(core, at + core.length)
    }
  }
  return result
}
