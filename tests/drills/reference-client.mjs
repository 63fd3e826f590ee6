/**
 * A CRM's sync as it should be: it places a call, lists all customers, and lists the calls of the last 90 days. Its receiver verifies what it is
 * sent. It knows nothing of Ringback but the names of the environment variables.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const DAY = 86_400_000
const FIRST_PAUSE = 100
const MOST_ATTEMPTS = 8

/** An answer that says no. */
class Refusal extends Error {
  constructor(status, code) {
    super(`${status} ${code}`)
    this.status = status
  }
}

export class SyncClient {
  constructor({ baseUrl, apiKey, staffId, projectId, timeout = 5_000 }) {
    Object.assign(this, { baseUrl, apiKey, staffId: Number(staffId), projectId: Number(projectId), timeout })
    /** What the service says the time is. */
    this.now = Date.now()
  }

  async sync({ order }) {
    await this.call(`order-${order}`)
    const customers = await this.customers()
    const calls = await this.calls()
    return { customers: customers.size, calls: calls.length }
  }

  /** Places a call once, however often it is asked to: the order number makes it recognisable. */
  async call(external_id) {
    const { staffId: staff_id, projectId: project_id } = this
    try {
      await this.request('POST', '/calls/initiate', { staff_id, project_id, phone_number: '+81312345678', external_id })
    } catch (error) {
      if (error.status !== 409) throw error
      await this.request('GET', `/calls?external_id=${external_id}&${this.range(this.now - DAY, this.now)}`)
    }
  }

  /** All customers, read again from the start while the list moves. */
  async customers() {
    for (;;) {
      const found = new Map()
      const totals = new Set()
      for (let page = 1, last = 1; page <= last; page++) {
        const { data, pagination } = await this.page(`/customers?page=${page}`, page)
        for (const customer of data) found.set(customer.customer_id, customer)
        totals.add(pagination.total)
        last = pagination.last_page
      }
      if (!this.hasMoved(totals)) return found
    }
  }

  hasMoved(totals) {
    return totals.size > 1
  }

  async calls() {
    const found = []
    for (const [from, until] of this.spans()) {
      for (let page = 1, last = 1; page <= last; page++) {
        const { data, pagination } = await this.page(`/calls?${this.range(from, until)}&page=${page}`, page)
        found.push(...data)
        last = pagination.last_page
      }
    }
    return found
  }

  /** The last 90 days in spans of 30, the newest first; each begins the day after the one before it ends. */
  spans() {
    return [0, 1, 2].map(index => [this.now - (index * 30 + 29) * DAY, this.now - index * 30 * DAY])
  }

  /** Dates are those of Tokyo. */
  range(from, until) {
    const date = instant => new Date(instant + 9 * 3_600_000).toISOString().slice(0, 10)
    return `from=${date(from)}&to=${date(until)}`
  }

  page(path) {
    return this.request('GET', path)
  }

  /** Sends a request until it is answered. Repeating it does no harm: reads change nothing, and a call is known by its external_id. */
  async request(method, path, body) {
    for (let attempt = 1; ; attempt++) {
      let pause
      try {
        const response = await this.send(method, path, body)
        if (response.ok) return response.body
        pause = this.pauseAfter(response, attempt)
        if (pause === undefined) throw new Refusal(response.status, response.body?.error?.code)
      } catch (error) {
        if (error instanceof Refusal) throw error
        pause = this.pauseAfterLoss(error, attempt)
        if (pause === undefined) throw error
      }
      await sleep(pause)
    }
  }

  async send(method, path, body) {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.apiKey}`,
        'Content-Type': 'application/json',
        'User-Agent': 'reference-crm/1.0',
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(this.timeout),
    })
    const date = Date.parse(response.headers.get('date'))
    if (date > 0) this.now = date
    const text = await response.text()
    const retryAfter = response.headers.get('retry-after')
    return {
      ok: response.ok,
      status: response.status,
      retryAfter: retryAfter === null ? undefined : Number(retryAfter),
      body: text === '' ? undefined : JSON.parse(text),
    }
  }

  /** In milliseconds; nothing where there is no point in trying again. */
  pauseAfter({ status, retryAfter }, attempt) {
    if (status !== 429 && status < 500) return undefined
    if (retryAfter !== undefined) return retryAfter * 1_000 + FIRST_PAUSE
    return attempt < MOST_ATTEMPTS ? this.growing(attempt) : undefined
  }

  /** The connection broke, or no answer came in time. */
  pauseAfterLoss(_error, attempt) {
    return attempt < MOST_ATTEMPTS ? this.growing(attempt) : undefined
  }

  growing(attempt) {
    return FIRST_PAUSE * 2 ** (attempt - 1)
  }
}

/** Takes deliveries: verified over the raw bytes, each worked on once, in any order. */
export class Receiver {
  worked = new Map()

  constructor({ secret }) {
    this.secret = secret
    this.server = createServer((request, response) => {
      const chunks = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', () => response.writeHead(this.take(request.headers, Buffer.concat(chunks))).end())
    })
  }

  async listen(port = 0) {
    await new Promise(resolve => this.server.listen(port, '127.0.0.1', resolve))
    return `http://127.0.0.1:${this.server.address().port}/hooks`
  }

  /** The status of the answer. */
  take(headers, body) {
    if (!this.isGenuine(headers['x-service-signature'], body)) return 401
    const id = headers['x-service-delivery']
    if (this.worked.has(id)) return this.again(id)
    return this.work(id, JSON.parse(body.toString()))
  }

  again() {
    return 204
  }

  work(id, event) {
    this.worked.set(id, event)
    return 204
  }

  isGenuine(signature = '', body) {
    const expected = Buffer.from(`sha256=${createHmac('sha256', this.secret).update(body).digest('hex')}`)
    const received = Buffer.from(signature)
    return received.length === expected.length && timingSafeEqual(received, expected)
  }

  close() {
    this.server.closeAllConnections()
    return new Promise(resolve => this.server.close(resolve))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const {
    RINGBACK_BASE_URL: baseUrl,
    RINGBACK_API_KEY: apiKey,
    RINGBACK_STAFF_ID: staffId,
    RINGBACK_PROJECT_ID: projectId,
  } = process.env
  const client = new SyncClient({ baseUrl, apiKey, staffId, projectId })
  console.log(JSON.stringify(await client.sync({ order: 1 })))
}
