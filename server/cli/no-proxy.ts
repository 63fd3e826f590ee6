const PROXIES = /^(?:https?|all)_proxy$/i
/** Where an emulator of `exec` answers. */
const OWN = ['127.0.0.1', 'localhost', '::1']

/**
 * Where the environment names a proxy, many clients send everything to it, and a proxy does not reach an emulator of this machine. Both
 * spellings are set, since each is read by somebody.
 */
export function withoutProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!Object.keys(env).some(name => PROXIES.test(name) && env[name])) return {}
  const listed = env.NO_PROXY || env.no_proxy || ''
  if (listed.trim() === '*') return {}
  const hosts = listed.split(',').map(host => host.trim())
  const value = [...new Set([...hosts.filter(Boolean), ...OWN])].join(',')
  return { NO_PROXY: value, no_proxy: value }
}
