import { IconDots } from '@tabler/icons-react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { useRoomBelow } from '#ui/room-below.ts'
import type { RoleKey } from '../schema/roles.ts'
import classes from './app-frame.module.css'
import { Brand } from './brand.tsx'
import { configuration } from './configuration.ts'
import { onRetry } from './connection.ts'
import { useLiveEvents } from './live.ts'
import { NewVersion } from './new-version.tsx'
import { queryClient } from './query-client.ts'
import { ReaderSettings } from './reader-settings.tsx'
import { knownUser, onUser, userHasRole } from './session-user.ts'
import { SignOutLink } from './sign-out-link.tsx'

/** An entry of the main navigation; shown to those roles, or to everyone. */
export interface NavigationItem {
  to: string
  /** Key of the label, `area:key`. */
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  /** The path prefix of its other screens, if it is not `to`. */
  area?: string
  roles?: RoleKey[]
  /** A component of its feature that shows a count next to the label. */
  count?: ComponentType
}

interface AppFrameProps {
  items: NavigationItem[]
  /** Above everything else on every screen. */
  above: ReactNode
  /** Monitors the session. */
  guard: ReactNode
  /** Sends what this device still has to send. */
  sendUnsent: () => Promise<void>
}

/** The frame of the signed-in screens: navigation at the side, or at the bottom of a phone. */
export function AppFrame({ guard, ...frame }: AppFrameProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Live />
      {guard}
      <Frame {...frame} />
    </QueryClientProvider>
  )
}

const loadAgain = () => {
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** What works offline is prepared once the screen is there: nobody waits for it. */
async function prepareOffline() {
  const [{ claimDevice }, { registerWorker }] = await Promise.all([import('./offline.ts'), import('./worker.ts')])
  await claimDevice().catch(() => undefined)
  await registerWorker()
}

function Live() {
  useLiveEvents()
  useEffect(() => onRetry(loadAgain), [])
  useEffect(() => void prepareOffline().catch(() => undefined), [])
  return null
}

function Frame({ items, above, sendUnsent }: Omit<AppFrameProps, 'guard'>) {
  const { t } = useTranslation()
  const user = useSyncExternalStore(onUser, knownUser)
  const bar = useRef<HTMLElement>(null)
  useRoomBelow(bar)
  return (
    <div className={classes.frame}>
      <nav ref={bar} className={classes.side} aria-label={t('shell.main')}>
        <div className={classes.brand}>
          <Brand to="/home/redirect" />
        </div>
        <Navigation items={items.filter((i) => !i.roles || userHasRole(user, ...i.roles))} />
      </nav>
      <div className={classes.body}>
        <NewVersion />
        {above}
        <header className={classes.top}>
          <span className={classes.who}>
            {user ? `${user.firstName} ${user.lastName}` : ''}
            {user?.organizationName && <small>{user.organizationName}</small>}
          </span>
          <ReaderSettings />
          <SignOutLink sendUnsent={sendUnsent} />
        </header>
        {configuration().evaluation && (
          <aside className={classes.evaluation}>
            {t('shell.evaluationBanner')}{' '}
            <a href="/dev/outbox" target="_blank" rel="noopener">
              {t('shell.outbox')}
            </a>
          </aside>
        )}
        <main id="content" className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** How many entries fit side by side on a narrow phone in the longest language. */
const ON_A_PHONE = 5

/** On a phone, entries that do not fit are behind "More"; on a wide screen all are in one column. */
function Navigation({ items }: { items: NavigationItem[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const first = items.length > ON_A_PHONE ? items.slice(0, ON_A_PHONE - 1) : items
  const rest = items.slice(first.length)
  // Navigation closes it: it stays open only on the screen where it was opened.
  const isOpen = openedAt === pathname
  const isInRest = rest.some(({ to, area = to }) => pathname.startsWith(area))
  const close = () => setOpenedAt(null)
  return (
    <>
      {first.map((item) => (
        <Item key={item.to} item={item} />
      ))}
      {rest.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button within opened
        <div
          className={classes.beyond}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isOpen) return
            close()
            button.current?.focus()
          }}
          onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
        >
          <button
            ref={button}
            type="button"
            className={`${classes.link} ${classes.more}`}
            aria-expanded={isOpen}
            aria-controls="more-navigation"
            data-current={isInRest}
            onClick={() => setOpenedAt(isOpen ? null : pathname)}
          >
            <IconDots size={22} aria-hidden />
            <span>{t('shell.more')}</span>
          </button>
          <div id="more-navigation" className={classes.rest} data-open={isOpen}>
            {rest.map((item) => (
              <Item key={item.to} item={item} />
            ))}
          </div>
        </div>
      )}
    </>
  )
}

function Item({ item: { to, area = to, label, icon: Icon, count: Count } }: { item: NavigationItem }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isHere = pathname === area || pathname.startsWith(`${area}/`)
  return (
    <Link to={to} className={classes.link} aria-current={isHere ? 'page' : undefined}>
      <Icon size={22} aria-hidden />
      <span>{t(label)}</span>
      {Count && <Count />}
    </Link>
  )
}
