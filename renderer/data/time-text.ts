import i18next from 'i18next'
import type { DAY_ZONE } from '../../server/contract/constants.ts'
import { durationIn, UNITS, type UnitLanguage } from '../../server/contract/duration-text.ts'

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

const pad = (value: number) => String(value).padStart(2, '0')

/** What is left until something: `4.2 s` under ten seconds, then `00:48`, `12:03`, `1:04:59`, `24:00:00`, `2 d 03:10:00`. */
export function countdownText(milliseconds: number): string {
  if (milliseconds <= 0) return `0${unit('s')}`
  if (milliseconds < 10_000) return `${(Math.ceil(milliseconds / 100) / 10).toFixed(1)}${unit('s')}`
  const seconds = Math.ceil(milliseconds / 1_000)
  // What a clock at midnight counts down from; as a day and no hours it took the width of two buttons.
  if (seconds === 86_400) return '24:00:00'
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor((seconds % 86_400) / 3_600),
    Math.floor((seconds % 3_600) / 60),
  ]
  if (days > 0) return `${days}${unit('d')} ${pad(hours)}:${pad(minutes)}:${pad(seconds % 60)}`
  if (hours > 0) return `${hours}:${pad(minutes)}:${pad(seconds % 60)}`
  return `${pad(minutes)}:${pad(seconds % 60)}`
}

/** A length of time in the language of the page: `640 ms`, `1 min 50 s`, `8 h`. */
export const durationText = (milliseconds: number): string => durationIn(language(), milliseconds)

const ISO_DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** An ISO 8601 duration as a length of time with its unit; one that is not understood stays as it is. */
export function isoDurationText(iso: string): string {
  const parts = ISO_DURATION.exec(iso)
  if (!parts) return iso
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return durationText((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000)
}

/** `1.2 kB`, for sizes of bodies. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
