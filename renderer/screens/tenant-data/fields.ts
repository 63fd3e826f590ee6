import type { CallStatus } from '../../../server/contract/calls.ts'
import { type Customer, VIAS } from '../../data/tenant-data.ts'
import { wallClock } from '../../data/time-text.ts'
import { choiceField, numberField, textField } from '../../routing/url-state.ts'

export const TABS = ['customers', 'calls', 'reports'] as const
export type Tab = (typeof TABS)[number]

/** What the API can be asked for; what is stored is searched in all of it at once. */
export const SEARCH_BY = ['name', 'tel1', 'external_id'] as const
export const CUSTOMER_FIELDS = { q: textField(), by: choiceField(SEARCH_BY), sort: textField(), page: numberField(1) }

/** A number as the API keeps it: that of 03-1234-0001 is +81312340001. What is none stays as it was typed. Pure. */
export function internationalNumber(typed: string): string {
  const plain = typed.normalize('NFKC').replace(/[\s()‐–—−ー-]/g, '')
  return /^0[1-9]\d+$/.test(plain) ? `+81${plain.slice(1)}` : /^\d+$/.test(plain) ? `+${plain}` : plain
}

/** What a key has to have that reads customers. */
export const CUSTOMERS_SCOPE = 'customers:read'

export const kanaOf = ({ name_kana, kana }: Customer): string => name_kana ?? kana ?? ''

/** Which of the two ways the screen reads; every part of it keeps it. */
export const VIA_FIELDS = { via: choiceField(VIAS) }

export const RANGE_FIELDS = { from: textField(), to: textField() }
export const CALL_FIELDS = {
  ...RANGE_FIELDS,
  status: textField(),
  staff: textField(),
  page: numberField(1),
}

export const CALL_FILTERS = ['status', 'staff'] as const

export const RANGES = [7, 14, 31] as const
const DEFAULT_DAYS = 14
const DAY_MS = 86_400_000

export interface Range {
  from: string
  to: string
}

/** The last `days` days in Tokyo, today included. Pure. */
export function lastDays(days: number, now: number): Range {
  return { from: wallClock(now - (days - 1) * DAY_MS, 'tokyo').date, to: wallClock(now, 'tokyo').date }
}

/** The range of the address; what it leaves out comes from the clock of the world. Pure. */
export function rangeOf({ from, to }: Range, now: number): Range {
  const fallback = lastDays(DEFAULT_DAYS, now)
  return { from: from || fallback.from, to: to || fallback.to }
}

/** Every day of a range, so that days without a call have their place in a chart. Pure. */
export function daysOf({ from, to }: Range): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to) && days.length < 400; at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** The outcomes in the order in which a chart stacks them. */
export const OUTCOMES = [
  'connected',
  'no_answer',
  'missed_call',
  'busy',
  'failed',
  'ringing',
  'initiating',
] as const satisfies readonly CallStatus[]
