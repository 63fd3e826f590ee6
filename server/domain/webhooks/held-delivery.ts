import type { DeliveryRow } from '../../store/schema.ts'
import type { Kept, Store } from '../../store/store.ts'

/** The delivery to a webhook that a fault holds back until another has overtaken it; there is at most one. */
export const heldDelivery = (store: Store): Kept<{ webhook_id: number }, DeliveryRow> =>
  store.keep(p =>
    store.query.selectFrom('deliveries').selectAll().where('webhook_id', '=', p('webhook_id')).where('held', '=', 1),
  )
