/** With what stands between figure and unit. */
export const UNITS = {
  en: { ms: ' ms', s: ' s', min: ' min', h: ' h', d: ' d' },
  ja: { ms: ' ms', s: '秒', min: '分', h: '時間', d: '日' },
} as const
export type UnitLanguage = keyof typeof UNITS
/** What stands between the two parts of `1 min 50 s`. */
const BETWEEN = { en: ' ', ja: '' } as const satisfies Record<UnitLanguage, string>

/** What rounds to no tenth of a millisecond took some time all the same. */
const UNDER_A_TENTH = { en: 'under 0.1 ms', ja: '0.1 ms 未満' } as const satisfies Record<UnitLanguage, string>

const LONG_UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** The same beside others that it is compared with: where it would read like another one that it is not, to the tenth of a second or the millisecond. */
export function durationBeside(language: UnitLanguage, milliseconds: number, others: readonly number[]): string {
  const text = durationIn(language, milliseconds)
  const differing = others.filter(other => other !== milliseconds)
  const isAmbiguous = differing.some(other => durationIn(language, other) === text)
  if (!isAmbiguous) return text
  const tenths = Math.round(milliseconds / 100) * 100
  const isEnough = tenths >= 1_000 && differing.every(other => Math.round(other / 100) * 100 !== tenths)
  return durationToMillisecond(language, isEnough ? tenths : milliseconds)
}

/** The same with all that it is from a second on, down to the millisecond, for one that stands beside its parts: `4.263 s`, `1 min 4.2 s`. */
export function durationToMillisecond(language: UnitLanguage, milliseconds: number): string {
  if (milliseconds < 1_000) return durationIn(language, milliseconds)
  const minutes = Math.floor(milliseconds / 60_000)
  const seconds = `${Number(((milliseconds - minutes * 60_000) / 1_000).toFixed(3))}${UNITS[language].s}`
  return minutes === 0 ? seconds : `${durationIn(language, minutes * 60_000)}${BETWEEN[language]}${seconds}`
}

/** A length of time in its two largest units, without zeros: `0.8 ms`, `640 ms`, `3.2 s`, `39 s`, `1 min 50 s`, `30 min`, `8 h`, `2 d 3 h`. */
export function durationIn(language: UnitLanguage, milliseconds: number): string {
  const units = UNITS[language]
  if (milliseconds === 0) return `0${units.s}`
  if (milliseconds > 0 && milliseconds < 0.05) return UNDER_A_TENTH[language]
  if (milliseconds < 10) return `${Math.round(milliseconds * 10) / 10}${units.ms}`
  if (milliseconds < 999.5) return `${Math.round(milliseconds)}${units.ms}`
  let left = milliseconds < 10_000 ? Math.round(milliseconds / 100) / 10 : Math.round(milliseconds / 1_000)
  const parts: string[] = []
  for (const [name, seconds] of LONG_UNITS) {
    const count = name === 's' ? left : Math.floor(left / seconds)
    left -= count * seconds
    if (count > 0) parts.push(`${count}${units[name]}`)
    else if (parts.length > 0) break
  }
  return parts.slice(0, 2).join(BETWEEN[language])
}
