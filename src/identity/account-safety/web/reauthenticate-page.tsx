import { useTranslation } from 'react-i18next'
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { returnPath } from '#identity/accounts/return-path.ts'
import { CardPage } from '#identity/accounts/web/accounts-public.tsx'
import type { LoadedMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import { currentUser, refreshUser } from '#platform/web/guards.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { useScreenTitle } from '#platform/web/screen-title.ts'
import { ConfirmMethods, waysOf } from './confirm-methods.tsx'
import classes from './reauthenticate-page.module.css'

interface Parts {
  methods: LoadedMethod[]
}

export async function loader(_: unknown, { methods }: Parts) {
  const { mfaRequired: isHalfOpen } = await currentUser()
  return { isHalfOpen, found: await queryClient.fetchQuery(waysOf(methods, isHalfOpen)) }
}

/**
 * Asks for the second factor of a sign-in, or for a new confirmation of identity before a protected act. Then returns.
 */
export function Screen({ methods }: Parts) {
  const { t } = useTranslation(['accounts', 'platform'])
  const { isHalfOpen, found } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
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
        found={found}
        methods={methods}
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
