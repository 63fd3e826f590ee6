import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@fontsource-variable/inter/wght.css'
import 'virtual:theme.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { watchMissedCode } from './data/missed-code.ts'
import { startI18n } from './i18n/i18n.ts'
import { startClosing } from './keyboard/close-first.ts'
import { startShortcuts } from './keyboard/use-shortcuts.ts'
import { startLinks } from './routing/links.ts'

startClosing()
startShortcuts()
startLinks()
watchMissedCode()
await startI18n()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
