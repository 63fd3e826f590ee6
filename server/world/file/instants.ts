import { tokyoDay } from '../../domain/limits/windows.ts'
import { EARLIEST, type Instant, LATEST, parseDuration, parseInstant } from '../../kernel/instant.ts'

/** The instants that have a name, at an instant of the clock. */
const NAMED: { readonly [name: string]: (now: Instant) => Instant } = {
  now: now => now,
  'tokyo-midnight': now => tokyoDay(now).start,
  'next-tokyo-midnight': now => tokyoDay(now).end,
}
const NAMES = Object.keys(NAMED)
const WITH_OFFSET = new RegExp(`^(${NAMES.join('|')})([+-]P.*)?$`)

export const WANTED = `an ISO 8601 instant with a zone (2026-03-10T09:00:00+09:00), a duration from the clock on (-P3D), or ${NAMES.join(' or ')} with or without one (tokyo-midnight-PT1S)`

/** The instant that a text of a world file means when its clock is at `now`; `undefined` for any other text. */
export function instantOf(text: string, now: Instant): Instant | undefined {
  const instant = parseInstant(text) ?? shifted(text, now)
  return instant !== undefined && instant >= EARLIEST && instant <= LATEST ? instant : undefined
}

function shifted(text: string, now: Instant): Instant | undefined {
  const [, name, offset] = WITH_OFFSET.exec(text) ?? []
  const duration = parseDuration(name === undefined ? text : (offset ?? 'PT0S'))
  return duration === undefined ? undefined : (NAMED[name ?? 'now']?.(now) ?? now) + duration
}
