import type { Services } from '../domain/services.ts'
import { isInboxUrl } from '../domain/webhooks/inbox-url.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Moment, Standing } from '../verdicts/observations.ts'
import type { VerdictSettings } from '../verdicts/settings.ts'
import { WorldVerdicts } from '../verdicts/world-verdicts.ts'

interface Parts {
  readonly kernel: Pick<Kernel, 'catchUp' | 'leap'>
  readonly services: Services
  /** Real time since the runtime began, in microseconds. */
  readonly realTime: () => number
  readonly settings: VerdictSettings | undefined
}

/** Tells the judge of a world what clients, their receivers and the people at the control API do, and how the world stands. */
export class Witness {
  readonly verdicts: WorldVerdicts
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    this.verdicts = new WorldVerdicts(parts.settings)
  }

  /** How the world stands now, or at its end. */
  standing({ ended = false }: { ended?: boolean } = {}): Standing {
    const { register } = this.#parts.services
    return {
      now: this.#now(),
      ended,
      dates_zone: register.values['dates.zone'],
      webhooks: this.#webhooks(),
      keys: [],
      suppressed: [],
      counted: [],
    }
  }

  #now(): Moment {
    const { kernel, realTime } = this.#parts
    const at = kernel.catchUp()
    const { added: leapt, factor } = kernel.leap
    return { real_us: realTime(), at, leapt, factor }
  }

  #webhooks(): Standing['webhooks'] {
    const { webhooks, tenants } = this.#parts.services
    const present = webhooks
      .everyone()
      .filter(({ deleted_at, url }) => deleted_at === null && !isInboxUrl(new URL(url)))
    return present.map(({ webhook_id, tenant_id, url, events, filters, is_enabled }) => ({
      webhook_id,
      tenant: tenants.byId(tenant_id).slug,
      url,
      events: JSON.parse(events) as string[],
      filters: filters === null ? null : JSON.parse(filters),
      enabled: is_enabled === 1,
      of_the_run: false,
    }))
  }
}
