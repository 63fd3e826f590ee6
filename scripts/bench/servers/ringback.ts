import { argv } from 'node:process'
import { holdNewSpace } from '../../../server/cli/new-space.ts'
import { Emulator } from '../../../server/emulator.ts'

/**
 * Ringback with everything on that a user has on. Only the counters of the tenant `max` are set back all the time, since no plan allows
 * the rates of a bench. Arguments: JSON of EmulatorOptions, and with `setBackEveryMs` how often that is.
 */
const { setBackEveryMs = 5, ...options } = JSON.parse(argv[2] ?? '{}')
const emulator = await Emulator.start({ port: 0, dashboard: false, ...options })
holdNewSpace()
const { runtime } = emulator.defaultWorld
const tenant = runtime.services.tenants.bySlug('max')
if (tenant === undefined) throw new Error('The fixture has no tenant max.')
const { tenant_id } = tenant
setInterval(() => {
  const now = runtime.kernel.catchUp()
  runtime.store.transaction(() => {
    for (const kind of ['minute', 'burst', 'day'] as const) runtime.services.limits.set(tenant, kind, 0, now)
  })
}, setBackEveryMs)
const [customer] = runtime.services.customers.list(tenant_id, {}, 1).rows
const [staff] = runtime.services.tenants.staffOf(tenant_id)
const [project] = runtime.services.tenants.projectsOf(tenant_id)
const key = runtime.services.tenants.keysOf(tenant_id).find(row => row.label === 'live')?.plaintext
console.log(
  JSON.stringify({
    port: emulator.port,
    key,
    customer_id: customer?.customer_id,
    staff_id: staff?.staff_id,
    project_id: project?.project_id,
  }),
)
process.once('SIGTERM', () => void emulator.close().then(() => process.exit(0)))
