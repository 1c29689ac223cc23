import { useTranslation } from 'react-i18next'
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { returnPath } from '#identity/accounts/return-path.ts'
import { CardPage } from '#identity/accounts/web/accounts-public.tsx'
import type { LoadedMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import { authenticatorsQuery } from '#identity/authenticators/web/authenticators-public.tsx'
import { currentUser, refreshUser } from '#platform/web/guards.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { useScreenTitle } from '#platform/web/screen-title.ts'
import { ConfirmMethods } from './confirm-methods.tsx'
import classes from './reauthenticate-page.module.css'

export async function loader() {
  const user = await currentUser()
  const authenticators = await queryClient.fetchQuery({ ...authenticatorsQuery, staleTime: 0, retry: false })
  return { isHalfOpen: user.mfaRequired, authenticators }
}

/**
 * Asks for the second factor of a sign-in, or for a new confirmation of identity before a protected act. Then returns.
 */
export function Screen({ methods }: { methods: LoadedMethod[] }) {
  const { t } = useTranslation(['accounts', 'authenticators', 'platform'])
  const { isHalfOpen, authenticators } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const target = returnPath(query.get('returnUrl'), location.origin, '/home/redirect')
  const onConfirmed = async () => {
    await refreshUser()
    await navigate(target, { replace: true })
  }
  const title = t(isHalfOpen ? 'reauthenticate.secondTitle' : 'reauthenticate.title')
  useScreenTitle(title)
  return (
    <CardPage title={title}>
      <ConfirmMethods
        isHalfOpen={isHalfOpen}
        authenticators={authenticators}
        direct={methods}
        returnUrl={query.get('returnUrl')}
        onConfirmed={onConfirmed}
      />
      <p className={classes.leave}>
        {isHalfOpen ? (
          <Link to="/auth/logout">{t('platform:shell.signOut')}</Link>
        ) : (
          <Link to={target}>{t('platform:form.cancel')}</Link>
        )}
      </p>
    </CardPage>
  )
}
