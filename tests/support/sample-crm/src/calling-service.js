import { createHmac, timingSafeEqual } from 'node:crypto'

/** The service refused a request. `retryAfterSeconds` is set when it may be sent again later. */
export class ServiceError extends Error {
  constructor({ status, code, message, details, retryAfterSeconds }) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What the CRM needs of the calling service. */
export class CallingService {
  #baseUrl
  #apiKey

  constructor({ baseUrl, apiKey }) {
    this.#baseUrl = baseUrl
    this.#apiKey = apiKey
  }

  /** Creates the contact, or brings the one with the same id up to date. */
  async syncContact({ id, name, phone, project }) {
    const found = await this.#ask('GET', `/customers?external_id=${encodeURIComponent(id)}`)
    const [known] = found.data
    if (known === undefined)
      return (await this.#ask('POST', '/customers', { external_id: id, name, tel1: phone, project_id: project })).data
    await this.#ask('PUT', `/customers/${known.customer_id}`, { name, tel1: phone })
    return (await this.#ask('GET', `/customers/${known.customer_id}`)).data
  }

  async importContacts(contacts, project) {
    const customers = contacts.map(({ id, name, phone }) => ({
      external_id: id,
      name,
      tel1: phone,
      project_id: project,
    }))
    await this.#ask('POST', '/customers/bulk', { customers })
  }

  /** Every contact, page after page. */
  async contacts() {
    const all = []
    for (let page = 1; ; page++) {
      const { data, pagination } = await this.#ask('GET', `/customers?page=${page}`)
      all.push(...data)
      if (page >= pagination.last_page) return all
    }
  }

  /** Rings the staff member and the number. The same activity twice is one call. */
  async clickToCall({ activity, phone, staff, project }) {
    const body = { phone_number: phone, staff_id: staff, project_id: project, external_id: activity }
    try {
      return { started: true, call_id: (await this.#ask('POST', '/calls/initiate', body)).data.call_id }
    } catch (error) {
      if (error.status === 409) return { started: false }
      throw error
    }
  }

  async call(id) {
    return (await this.#ask('GET', `/calls/${id}`)).data
  }

  async subscribe(url) {
    return (await this.#ask('POST', '/webhooks', { url, events: ['call.completed', 'call.missed'] })).data
  }

  async #ask(method, path, body) {
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${this.#apiKey}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = await response.json()
    if (response.ok) return answer
    const wait = response.headers.get('Retry-After')
    throw new ServiceError({
      status: response.status,
      ...answer.error,
      retryAfterSeconds: wait === null ? undefined : Number(wait),
    })
  }
}

/** What a delivery says, or `undefined` when it is not genuine. `body` is what came over the wire, byte by byte. */
export function readDelivery({ body, signature, secret }) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(signature ?? '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return JSON.parse(body.toString('utf8'))
}
