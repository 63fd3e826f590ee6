import type { Randomness } from '../../kernel/random.ts'
import type { CallRow } from '../../store/schema.ts'
import { drawNameOf } from '../draws.ts'
import type { Services } from '../services.ts'
import { type AiContent, aiContent } from './talk/ai-content.ts'

/** Transcript, summary and voice analysis of a connected call; nothing before they are ready. */
export function aiFields(row: CallRow, services: Services): Partial<AiContent> {
  const { register, draws, tenants, now } = services
  register.note('calls.ai_fields')
  if (row.ai_ready_at === null || row.ai_ready_at > now() || row.connected_at === null || row.ended_at === null)
    return {}
  const { transcript, summary, voice_analysis } = contentOf(row, draws.random, {
    name: drawNameOf(row, tenants.byId(row.tenant_id).slug),
    staff_name: tenants.staff(row.tenant_id, row.staff_id)?.name ?? '',
  })
  return { transcript, summary, voice_analysis }
}

function contentOf(row: CallRow, random: Randomness, { name, staff_name }: { name: string; staff_name: string }) {
  const talk = ((row.ended_at ?? 0) - (row.connected_at ?? 0)) / 1_000
  return aiContent({
    random,
    name,
    duration_seconds: talk,
    staff_name,
    call_type: row.call_type,
  })
}
