import { sql } from 'kysely'
import type { DeliveryRow } from '../../store/schema.ts'
import type { Kept, Store } from '../../store/store.ts'

/** The delivery to a webhook that a fault holds back until another has overtaken it; there is at most one. */
export const heldDelivery = (store: Store): Kept<{ webhook_id: number }, DeliveryRow> =>
  store.keep(p =>
    store.query
      .selectFrom('deliveries')
      .selectAll()
      .where('webhook_id', '=', p('webhook_id'))
      // A part of the index's condition: were it a parameter, SQLite would plan anew at every run.
      .where('held', '=', sql.lit(1)),
  )
