import { TOKYO } from '../domain/limits/windows.ts'
import { type Instant, toIso, toZonedIso } from '../kernel/instant.ts'

export const bothZones = (at: Instant): { at: string; tokyo: string } => ({
  at: toIso(at),
  tokyo: toZonedIso(at, TOKYO),
})
