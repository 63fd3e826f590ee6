import http from 'node:http'
import axios from 'axios'
import axiosRetry, { exponentialDelay, isRetryableError } from 'axios-retry'
import got from 'got'
import ky from 'ky'
import pRetry from 'p-retry'
import { Agent, RetryAgent, request } from 'undici'

// Clients that somebody may have written in a minute, with a library that repeats what fails.

const headersOf = ({ key }) => ({ authorization: `Bearer ${key}` })

const withUndici = options => target => {
  const agent = new Agent()
  const dispatcher = new RetryAgent(agent, options)
  const headers = { ...headersOf(target), 'user-agent': 'undici-sync/1.0' }
  return {
    get: async path => (await request(target.url + path, { dispatcher, headers })).body.dump(),
    close: () => agent.close(),
  }
}

const withAxios = retry => target => {
  const httpAgent = new http.Agent({ keepAlive: true })
  const client = axios.create({ baseURL: target.url, httpAgent, headers: headersOf(target) })
  axiosRetry(client, retry)
  return { get: path => client.get(path), close: () => httpAgent.destroy() }
}

const withPRetry = patiently => target => {
  const agent = new Agent()
  const headers = { ...headersOf(target), 'user-agent': 'p-retry-sync/1.0' }
  const attempt = async path => {
    const { statusCode, headers: answered, body } = await request(target.url + path, { dispatcher: agent, headers })
    await body.dump()
    if (statusCode < 400) return
    const asked = Number(answered['retry-after'] ?? 0)
    if (patiently && asked > 0) await new Promise(resolve => setTimeout(resolve, asked * 1_000))
    throw new Error(`Answered ${statusCode}`)
  }
  return { get: path => pRetry(() => attempt(path), { retries: 5 }), close: () => agent.close() }
}

/** Libraries as their makers recommend them for a server that says how long to wait. */
export const CAREFUL = {
  'undici RetryAgent, at most 120 s': withUndici({ maxTimeout: 120_000 }),
  got: target => {
    const agent = { http: new http.Agent({ keepAlive: true }) }
    const client = got.extend({ agent, headers: headersOf(target), retry: { limit: 5 } })
    return { get: path => client.get(target.url + path), close: () => agent.http.destroy() }
  },
  ky: target => {
    const client = ky.create({
      headers: { ...headersOf(target), 'user-agent': 'ky-sync/1.0' },
      retry: { limit: 5 },
      timeout: false,
    })
    return { get: path => client.get(target.url + path).text(), close: () => undefined }
  },
  'axios-retry with exponentialDelay': withAxios({ retries: 5, retryDelay: exponentialDelay }),
  'p-retry with a delay read from Retry-After': withPRetry(true),
}

/** Libraries as they should not be used, each with what it is to be blamed for. */
export const CARELESS = {
  'undici RetryAgent at its defaults': withUndici({}),
  'p-retry that knows no header': withPRetry(false),
  'axios-retry without a delay': withAxios({ retries: 6, retryDelay: () => 0, retryCondition: isRetryableError }),
}
