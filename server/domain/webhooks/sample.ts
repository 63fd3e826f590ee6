import type { EventKind } from '../../contract/events.ts'
import { type Instant, SECOND, toIso } from '../../kernel/instant.ts'
import { maskPhoneNumber } from '../calls/phone-number.ts'
import type { Services } from '../services.ts'
import type { EventData } from './payload.ts'

const SAMPLE_PHONE_NUMBER = '+815000000000'

/** The call of a sample, by the event that reports it. */
const SAMPLE_CALLS = {
  'call.completed': { call_type: 'outbound', status: 'connected', duration_seconds: 60 },
  'call.missed': { call_type: 'inbound', status: 'missed_call', duration_seconds: 20 },
  'webhook.test': { call_type: 'outbound', status: 'connected', duration_seconds: 60 },
} as const satisfies Record<EventKind, Pick<EventData, 'call_type' | 'status' | 'duration_seconds'>>

/** The call in a sample payload: it looks like one of the tenant's, but does not exist. */
export function sampleData(
  { tenants, register }: Pick<Services, 'tenants' | 'register'>,
  { tenant_id, kind, now }: { tenant_id: number; kind: EventKind; now: Instant },
): EventData {
  const precision = register.get('time.precision')
  const call = SAMPLE_CALLS[kind]
  return {
    call_id: 'call_sample',
    call_type: call.call_type,
    status: call.status,
    phone_number: maskPhoneNumber(SAMPLE_PHONE_NUMBER),
    staff_id: tenants.staffOf(tenant_id)[0]?.staff_id ?? 0,
    project_id: tenants.projectsOf(tenant_id)[0]?.project_id ?? 0,
    started_at: toIso(now - call.duration_seconds * SECOND, precision),
    ended_at: toIso(now, precision),
    duration_seconds: call.duration_seconds,
    external_id: null,
  }
}
