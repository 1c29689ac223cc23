import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { SuggestionPage } from '../suggestion.ts'
import { decide, listSuggestions } from './suggestion-calls.ts'
import { SuggestionCard } from './suggestion-card.tsx'
import classes from './suggestions.module.css'

interface Loaded {
  organizationId: string | null
  page: SuggestionPage
}

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const organizationId = new URL(request.url).searchParams.get('organizationId')
  return { organizationId, page: await listSuggestions({ organizationId, cursor: null }, request.signal) }
}

/** After an edit that began with a suggestion, says that the suggestion is done. */
function useEdited(onDone: () => void) {
  const { t } = useTranslation('suggestions')
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const edited = (state as { edited?: string } | null)?.edited
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (!edited || told.current === edited) return
    told.current = edited
    // Once: a reload must not say it again.
    navigate(pathname + search, { replace: true, state: null })
    decide(edited, { action: 'edited' })
      .then(() => notify(t('list.done.edited')))
      .catch((error) => {
        const isDecided = error instanceof ApiError && error.code === 'suggestion-decided'
        notify(t(isDecided ? 'list.meanwhile' : 'list.notDone'), 'bad')
      })
      .finally(onDone)
  }, [edited, navigate, pathname, search, onDone, t])
}

/** The corrections about which the person decides: their organization's, or those of listings without an owner. */
export function Screen() {
  const { t } = useTranslation(['suggestions', 'platform'])
  const loaded = useLoaderData<Loaded>()
  const { organizationId, page } = loaded
  const { revalidate } = useRevalidator()
  const [more, setMore] = useState<{ from: Loaded; page: SuggestionPage } | null>(null)
  const [isLoading, setLoading] = useState(false)
  const isManager = userHasRole(knownUser(), ...managerRoles) && !organizationId
  // Further pages belong to the first one that was loaded.
  const { items, nextCursor } = more?.from === loaded ? more.page : page
  const startAgain = () => void revalidate()
  useEdited(startAgain)
  const showMore = async () => {
    setLoading(true)
    try {
      const next = await listSuggestions({ organizationId, cursor: nextCursor })
      setMore({ from: loaded, page: { ...next, items: [...items, ...next.items] } })
    } catch {
      notify(t('platform:notice.wentWrong'), 'bad')
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <PageHeading title={t('list.title')} lead={t(isManager ? 'list.leadManager' : 'list.lead')} />
      {items.length === 0 ? (
        <EmptyState title={t('list.emptyTitle')}>{t('list.emptyText')}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {items.map((suggestion) => (
            <li key={suggestion.id}>
              <SuggestionCard suggestion={suggestion} onDecided={startAgain} />
            </li>
          ))}
        </ul>
      )}
      {nextCursor && (
        <Button variant="default" loading={isLoading} onClick={showMore}>
          {t('list.more')}
        </Button>
      )}
    </>
  )
}
