import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { restoreLostFocus } from '#ui/restore-lost-focus.ts'
import { configuration } from './configuration.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { Notices } from './notices.tsx'
import classes from './root-screen.module.css'
import { rememberOpened, type ScreenHandle } from './screen.tsx'
import { onScreenTitle, readScreenTitle } from './screen-title.ts'

/** Around all screens: updates title, focus and scroll position after each navigation, and shows a loading bar. */
export function RootScreen() {
  const { t, i18n } = useTranslation()
  const navigation = useNavigation()
  const location = useLocation()
  const matches = useMatches()
  const isFirst = useRef(true)
  const key = matches.findLast((m) => (m.handle as ScreenHandle | undefined)?.title)?.handle as ScreenHandle | undefined
  const { productName } = configuration()
  const ownTitle = useSyncExternalStore(onScreenTitle, readScreenTitle)

  useEffect(() => {
    const title = ownTitle ?? (key && i18n.exists(key.title) ? i18n.t(key.title) : null)
    document.title = title ? `${title} · ${productName}` : productName
  }, [ownTitle, key, productName, i18n])

  useEffect(restoreLostFocus, [])
  useEffect(() => rememberOpened(location.pathname + location.search), [location.pathname, location.search])

  // The filters of a list live in the query; changing them is no navigation for the reader and takes no focus away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the effect answers to
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [location.pathname])

  return (
    <>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      {navigation.state !== 'idle' && (
        <div className={classes.bar} role="progressbar" aria-label={t('shell.loading')} />
      )}
      <ConnectionBar keepsTyped={!matches.some((m) => (m.handle as ScreenHandle | undefined)?.clearsTyped)} />
      <Outlet />
      <Notices />
      {/* The first entry of each page load has the key 'default': use the path, or it gets the position of another page. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </>
  )
}
