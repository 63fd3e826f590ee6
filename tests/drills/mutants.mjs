import { Receiver, SyncClient } from './reference-client.mjs'

/** For each drill a client, or a receiver, with the one mistake that the drill is about. */
export const MUTANTS = {
  minute_full: {
    Client: class extends SyncClient {
      /** Waits a little, whatever it is told, and then gives up. */
      pauseAfter(response, attempt) {
        if (response.status === 429 && response.body.error.code === 'rate_limit_exceeded')
          return attempt < 6 ? 300 : undefined
        return super.pauseAfter(response, attempt)
      }
    },
  },
  quota_gone: {
    Client: class extends SyncClient {
      pauseAfter(response, attempt) {
        if (response.status === 429 && response.body.error.code === 'quota_exceeded')
          return attempt < 6 ? 300 : undefined
        return super.pauseAfter(response, attempt)
      }
    },
  },
  lost_answer: {
    Client: class extends SyncClient {
      /** Another number after each loss: nobody can tell that it is the same call. */
      pauseAfterLoss(error, attempt) {
        this.losses = (this.losses ?? 0) + 1
        return super.pauseAfterLoss(error, attempt)
      }
      send(method, path, body) {
        const losses = this.losses ?? 0
        return super.send(method, path, body?.external_id && { ...body, external_id: `${body.external_id}-${losses}` })
      }
    },
  },
  three_503s: {
    Client: class extends SyncClient {
      /** Always the same pause, long enough that a busy machine does not make it look as if it grew. */
      pauseAfter(response, attempt) {
        return response.status === 503 ? 500 : super.pauseAfter(response, attempt)
      }
    },
  },
  slow_api: {
    Client: class extends SyncClient {
      /** What takes long is left out. */
      pauseAfterLoss(error, attempt) {
        return error.name === 'TimeoutError' ? undefined : super.pauseAfterLoss(error, attempt)
      }
    },
  },
  cut_body: {
    Client: class extends SyncClient {
      /** A page that cannot be read is taken for an empty one. */
      pauseAfterLoss(error, attempt) {
        return error.name === 'TimeoutError' || attempt > 1 || !this.isLater
          ? super.pauseAfterLoss(error, attempt)
          : undefined
      }
      async page(path, page) {
        this.isLater = page > 1
        try {
          return await super.page(path)
        } catch (error) {
          if (error.status !== undefined || error.name === 'TimeoutError') throw error
          return { data: [], pagination: { total: this.total, last_page: page } }
        } finally {
          this.isLater = false
        }
      }
      hasMoved() {
        return false
      }
    },
  },
  last_page_grows: {
    Client: class extends SyncClient {
      /** As many pages as the first one says. */
      async page(path, page) {
        const answer = await super.page(path)
        if (page === 1) this.last = answer.pagination.last_page
        return { ...answer, pagination: { ...answer.pagination, last_page: this.last } }
      }
      hasMoved() {
        return false
      }
    },
  },
  '31_days': {
    Client: class extends SyncClient {
      /** A day falls between the spans. */
      spans() {
        return super.spans().map(([from, until], index) => [from, until - (index > 0 ? 86_400_000 : 0)])
      }
    },
  },
  redelivery: {
    Receiver: class extends Receiver {
      again() {
        return 409
      }
    },
  },
  reordered: {
    Receiver: class extends Receiver {
      /** What is older than the newest is refused. */
      work(id, event) {
        const known = [...this.worked.values()].filter(one => one.external_id === event.external_id)
        return known.some(one => one.occurred_at > event.occurred_at) ? 422 : super.work(id, event)
      }
    },
  },
  forged: {
    Receiver: class extends Receiver {
      isGenuine() {
        return true
      }
    },
  },
  silent_day: {
    Client: class extends SyncClient {
      /** Only what is new today, and that again and again. */
      spans() {
        return super.spans().map(() => [this.now, this.now])
      }
    },
  },
}
