import type { Signed } from './tampers.ts'

/**
 * A delivery for those who have none yet. Its header is computed by the emulator like any other: see `useSample`. The secret signs nothing
 * but this.
 */
export const SAMPLE: Omit<Signed, 'header'> = {
  secret: 'whsec_ThisIsTheSecretOfTheSampleOnly00',
  body: '{"event":"call.missed","event_id":"evt_sample","external_id":"crm-1001","data":{"status":"no_answer","duration_seconds":0}}',
}
