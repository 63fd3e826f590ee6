import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notifyFailed, withdrawUndos } from './components/notify.tsx'
import { useAccess } from './data/access.ts'
import { ControlError } from './data/client.ts'
import { keys } from './data/keys.ts'
import { renderOnceAFrame } from './data/once-a-frame.ts'
import { WorldProvider } from './data/world.tsx'
import { usePlace } from './routing/use-place.ts'
import { Messages } from './shell/messages.tsx'
import { Shell } from './shell/shell.tsx'
import { SignIn } from './shell/sign-in.tsx'
import { theme } from './theme/theme.ts'

const RETRIES = 2
const UNAVAILABLE = 503

renderOnceAFrame()

const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => {
      // A store that cannot be written or opened says so there as well, with the way out.
      if (error instanceof ControlError && error.status === UNAVAILABLE)
        void queryClient.invalidateQueries({ queryKey: keys.health })
      // A form that shows what the server said does not need it twice.
      if (meta?.showsErrors !== true) notifyFailed(error)
    },
  }),
  defaultOptions: {
    queries: {
      // The stream says what is stale; the focus of the window says nothing about it.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      retry: (failures, error) => failures < RETRIES && !(error instanceof ControlError && error.status > 0),
    },
    mutations: { networkMode: 'always' },
  },
})

const colorSchemeManager = localStorageColorSchemeManager({ key: 'ringback.color-scheme' })

/** What can be taken back is offered in the world where it was done. */
function UndosOfWorld() {
  useEffect(() => withdrawUndos, [])
  return null
}

function WorldShell() {
  const { world } = usePlace()
  const access = useAccess()
  if (access !== 'open') return <SignIn />
  return (
    <WorldProvider key={world} world={world}>
      <UndosOfWorld />
      <Shell />
    </WorldProvider>
  )
}

export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      // The variables are in the style sheet of the build (`theme/build-plugin.ts`), the helper classes are not used: no style element
      // is needed, and the content security policy allows none.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <Messages />
        <WorldShell />
      </QueryClientProvider>
    </MantineProvider>
  )
}
