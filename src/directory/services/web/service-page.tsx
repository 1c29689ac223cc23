import { Button } from '@mantine/core'
import { IconChevronLeft, IconPrinter, IconSend } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { api } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { isOld, mayRefer } from '../directory-policy.ts'
import type { ServiceDetail } from '../service-detail.ts'
import { AnswersLine } from './answers-line.tsx'
import classes from './directory.module.css'
import { today } from './format-hours.ts'
import { ServiceFacts } from './service-facts.tsx'
import { ServiceOrganization } from './service-organization.tsx'
import { ServicePlaces } from './service-places.tsx'
import { VerifiedLine } from './verified-line.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  api.get<ServiceDetail>(`/api/service/${encodeURIComponent(params.serviceId ?? '')}`, {
    quiet: true,
    signal: request.signal,
  })

/** Everything about one service, to read, print, and refer people to. */
export function Screen() {
  const { t } = useTranslation('services')
  const service = useLoaderData<ServiceDetail>()
  const user = knownUser()
  const { state } = useLocation()
  const navigate = useNavigate()
  // The previous history entry is the search, with its words, filters and scroll position.
  const goBack = (event: MouseEvent) => {
    if (!state?.isFromDirectory || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(-1)
  }
  const may = user !== null && mayRefer({ roles: user.portalAccountRoles.map((r) => r.roleId) })
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
            <Button
              variant="default"
              leftSection={<IconPrinter size={20} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('service.print')}
            </Button>
            {may && (
              <Button
                component={Link}
                to={`/referrals/new?serviceId=${service.id}`}
                leftSection={<IconSend size={20} aria-hidden />}
              >
                {t('service.refer')}
              </Button>
            )}
          </div>
        }
      />
      <div className={classes.notices}>
        <VerifiedLine assuredDate={service.assuredDate} />
        {may && <AnswersLine answersHere={service.organization.answersHere} />}
        {isOld(service.assuredDate, today()) && <p>{t('service.oldText')}</p>}
        {service.status !== 'active' && <p className={classes.alert}>{t('service.notListed')}</p>}
        {service.alert && <p className={classes.alert}>{service.alert}</p>}
      </div>
      <div className={classes.columns}>
        <div className={classes.stack}>
          <Card>
            <ServiceFacts service={service} />
          </Card>
          <ServiceOrganization service={service} />
        </div>
        <ServicePlaces service={service} />
      </div>
    </article>
  )
}
