import { Button } from '@mantine/core'
import { IconChevronLeft, IconMessageReport, IconPencil, IconPrinter, IconSend } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Link,
  type LoaderFunctionArgs,
  replace,
  useLoaderData,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { api } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { mayEditListing, mayRefer } from '../directory-policy.ts'
import type { ServiceDetail } from '../service-detail.ts'
import type { CollectingParts } from './collecting-parts.ts'
import classes from './directory.module.css'
import { PersonFit } from './person-fit.tsx'
import { ServiceView } from './service-view-public.tsx'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const service = await api.get<ServiceDetail>(`/api/service/${encodeURIComponent(params.serviceId ?? '')}`, {
    quiet: true,
    signal: request.signal,
  })
  // It was merged into another one.
  return service.id === params.serviceId ? service : replace(`/directory/service/${service.id}`)
}

/** Everything about one service, to read, print, and refer people to. */
export function Screen({ AddToList, ListBar }: CollectingParts) {
  const { t } = useTranslation('services')
  const service = useLoaderData<ServiceDetail>()
  const user = knownUser()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const contactId = search.get('contactId')
  // The previous history entry is the search, with its words, filters and scroll position.
  const goBack = (event: MouseEvent) => {
    if (!state?.isFromDirectory || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(-1)
  }
  const roles = user?.portalAccountRoles.map((r) => r.roleId) ?? []
  const may = mayRefer({ roles })
  const mayEdit = mayEditListing(
    { roles, organizationId: user?.organizationId ?? null },
    { organizationId: service.organization.id, isApproved: service.organization.takesReferrals },
  )
  return (
    <article className={classes.service}>
      <p className={classes.crumb}>
        <Link to="/directory" onClick={goBack}>
          <IconChevronLeft size={18} aria-hidden /> {t('service.back')}
        </Link>
      </p>
      <PageHeading
        title={service.name}
        lead={
          service.organization.isStandIn
            ? t('service.providerNotNamed')
            : t('service.by', { organization: service.organization.name })
        }
        action={
          <div className={classes.actions}>
            {may && (
              <Button
                component={Link}
                to={`/referrals/new?serviceId=${service.id}${contactId ? `&contactId=${contactId}` : ''}`}
                leftSection={<IconSend size={20} aria-hidden />}
              >
                {t('service.refer')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconPrinter size={20} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('service.print')}
            </Button>
            {may && <AddToList service={service} />}
            {mayEdit ? (
              <Button
                component={Link}
                to={`/organization/listing/${service.id}`}
                variant="default"
                leftSection={<IconPencil size={20} aria-hidden />}
              >
                {t('service.edit')}
              </Button>
            ) : (
              <Button
                component={Link}
                to={`/directory/service/${service.id}/correction`}
                variant="default"
                leftSection={<IconMessageReport size={20} aria-hidden />}
              >
                {t('service.correct')}
              </Button>
            )}
          </div>
        }
      />
      {may && <PersonFit serviceId={service.id} contactId={contactId} />}
      <ServiceView service={service} mayRefer={may} firstPlace={search.get('place')} />
      {may && <ListBar />}
    </article>
  )
}
