import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'

/** What the body of a request calls its record. */
export function externalIdOf({ request }: Pick<ExchangeDetailView, 'request'>): string | undefined {
  try {
    const { external_id } = JSON.parse(request.body.text ?? '') as { external_id?: unknown }
    return typeof external_id === 'string' ? external_id : undefined
  } catch {
    return undefined
  }
}
