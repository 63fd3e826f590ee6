import { type Instant, MINUTE, toIso } from '../../kernel/instant.ts'
import { maskPhoneNumber } from '../calls/phone-number.ts'
import type { Services } from '../services.ts'
import type { EventData } from './payload.ts'

const SAMPLE_PHONE_NUMBER = '+815000000000'

/** The call that a sample payload speaks of: it looks like a call of the tenant, and is none. */
export function sampleData(
  { tenants, register }: Pick<Services, 'tenants' | 'register'>,
  tenant_id: number,
  now: Instant,
): EventData {
  const precision = register.get('time.precision')
  return {
    call_id: 'call_sample',
    call_type: 'outbound',
    status: 'connected',
    phone_number: maskPhoneNumber(SAMPLE_PHONE_NUMBER),
    staff_id: tenants.staffOf(tenant_id)[0]?.staff_id ?? 0,
    project_id: tenants.projectsOf(tenant_id)[0]?.project_id ?? 0,
    started_at: toIso(now - MINUTE, precision),
    ended_at: toIso(now, precision),
    duration_seconds: 60,
    external_id: null,
  }
}
