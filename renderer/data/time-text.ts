import i18next from 'i18next'
import type { DAY_ZONE } from '../../server/contract/constants.ts'
import { durationIn, UNITS, type UnitLanguage } from '../../server/contract/duration-text.ts'
import { saidDuration, saidWhole } from '../i18n/formats.ts'

/** Typed by the contract: the compiler tells when the zone of the day changes there. */
const TOKYO: typeof DAY_ZONE = 'Asia/Tokyo'

export type Zone = 'tokyo' | 'utc'
export const ZONE_NAMES = { tokyo: 'JST', utc: 'UTC' } as const satisfies Record<Zone, string>

const formatter = (zone: Zone) =>
  // The Swedish locale writes dates and times the ISO way: 2026-03-10 23:59:50,120.
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone === 'tokyo' ? TOKYO : 'UTC',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
const FORMATTERS = { tokyo: formatter('tokyo'), utc: formatter('utc') } as const satisfies Record<
  Zone,
  Intl.DateTimeFormat
>

/** `2026-03-10` and `23:59:50` of an instant in milliseconds. */
export function wallClock(instant: number, zone: Zone): { date: string; time: string; milliseconds: string } {
  const [date = '', time = ''] = FORMATTERS[zone].format(instant).split(' ')
  return { date, time, milliseconds: String(Math.floor(((instant % 1_000) + 1_000) % 1_000)).padStart(3, '0') }
}

const WEEKDAYS = new Map<string, Intl.DateTimeFormat>()

/** The short weekday of an instant in a language: `Tue`, `火`. */
export function weekday(instant: number, zone: Zone, language: string): string {
  const key = `${zone} ${language}`
  const timeZone = zone === 'tokyo' ? TOKYO : 'UTC'
  const format = WEEKDAYS.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, weekday: 'short' })
  WEEKDAYS.set(key, format)
  return format.format(instant)
}

const language = (): UnitLanguage => (i18next.language === 'ja' ? 'ja' : 'en')
const unit = (name: keyof typeof UNITS.en): string => UNITS[language()][name]

/** What stands after a number in a field: `2 s`, `2秒`. */
export const unitText = (name: keyof typeof UNITS.en): string => unit(name)

/** A length of time in the language of the page, also what is left of one: `640 ms`, `1 min 50 s`, `8 h`. */
export const durationText = (milliseconds: number): string => durationIn(language(), milliseconds)

/** How long it is until then, in whole seconds from one on, and never too few, as the countdowns have it. */
export const waitText = (milliseconds: number): string =>
  durationText(milliseconds < 1_000 ? milliseconds : Math.ceil(milliseconds / 1_000) * 1_000)

/** A length of time for a picture or a table that stands below a sentence, in the unit of that: `4.5 ms`, `4.5ミリ秒`. */
export const saidDurationText = (seconds: number, ...beside: readonly (number | null)[]): string =>
  saidDuration(seconds, language(), beside)

/** The same to the millisecond, where it stands beside its parts: they are as long as it together. */
export const wholeDurationText = (seconds: number): string => saidWhole(seconds, language())

const ISO_DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** An ISO 8601 duration in seconds; `undefined` when it is not understood. */
export function secondsOfIso(iso: string): number | undefined {
  const parts = ISO_DURATION.exec(iso)
  if (!parts) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}

/** The same as a length of time with its unit; one that is not understood stays as it is. */
export function isoDurationText(iso: string): string {
  const seconds = secondsOfIso(iso)
  return seconds === undefined ? iso : durationText(seconds * 1_000)
}

/** `1.2 kB`, for sizes of bodies. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
