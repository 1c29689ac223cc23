import '#ui/components.css'
import '@mantine/dates/styles.css'
import '#ui/tokens.css'
import '#ui/focus.css'
import '#ui/forced-colors.css'
import { MantineProvider } from '@mantine/core'
import { Outlet } from 'react-router'
import { theme, variables } from '#ui/theme.ts'

const nonce = document.querySelector<HTMLElement>('[property=csp-nonce]')?.nonce ?? ''
// react-remove-scroll reads the nonce for its style element from this variable.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** The frame of screens that use the component library. The front page does not use it and stays small. */
export const ComponentFrame = () => (
  <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
    <Outlet />
  </MantineProvider>
)
