import { Alert, Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { linkEnds } from '#casework/referrals/link-machine.ts'
import type { ReferralInvitation } from '#casework/referrals/referral-call.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { Captcha } from '#platform/web/captcha.tsx'
import { configuration } from '#platform/web/configuration.ts'
import { Field } from '#platform/web/field.tsx'
import { MessageScreen } from '#platform/web/message-screen.tsx'
import { isDirectHit } from '#platform/web/screen.tsx'
import { ActionLink } from '#ui/action.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ClaimStatus } from './claim-status.tsx'
import { InvitedReferral } from './invited-referral.tsx'
import { OrganizationField } from './organization-field.tsx'
import classes from './organization-page.module.css'
import { stepFields } from './registration-form.ts'
import { RegistrationSteps } from './registration-steps.tsx'
import { TermsField } from './terms-field.tsx'
import { type Registration, useRegistration } from './use-registration.ts'
import { useSource } from './use-source.ts'
import { WelcomeDialog } from './welcome-dialog.tsx'

/** With a referral's invitation, its organizations and its contact are loaded first. */
export async function loader({ request }: LoaderFunctionArgs): Promise<ReferralInvitation | Gone | null> {
  const referralId = new URL(request.url).searchParams.get('referralId')
  if (!referralId) return null
  const path = `/api/referral/${encodeURIComponent(referralId)}`
  try {
    return await api.get<ReferralInvitation>(path, { quiet: true, staysOn401: true })
  } catch (error) {
    // Inside the portal, an invalid link opens nothing; opened from a message, it shows the page that says why.
    if (!(error instanceof ApiError && error.status === 410 && isDirectHit(request))) throw error
    return { gone: goneReasons.find((reason) => reason === error.body.reason) ?? 'ended' }
  }
}
/** A link to an organization that the sender has to confirm still registers. */
const goneReasons = linkEnds.filter((end) => end !== 'unconfirmed')
interface Gone {
  gone: (typeof goneReasons)[number]
}

/** /registration/organization: an organization's admin registers; a used claim link shows the state of its review. */
export function Screen() {
  const invitation = useLoaderData<typeof loader>()
  if (invitation && 'gone' in invitation) return <GonePage reason={invitation.gone} />
  return invitation?.claim ? <ClaimStatus invitation={invitation} /> : <RegistrationPage invitation={invitation} />
}

function GonePage({ reason }: { reason: Gone['gone'] }) {
  const { t } = useTranslation('registration')
  return (
    <MessageScreen title={t(`gone.${reason}Title`)} text={t(`gone.${reason}Text`)}>
      <ActionLink to="/">{t('completion.login')}</ActionLink>
    </MessageScreen>
  )
}

/** Two steps, in any order. */
function RegistrationPage({ invitation }: { invitation: ReferralInvitation | null }) {
  const { t } = useTranslation('registration')
  const [query] = useSearchParams()
  const { keep } = useSource()
  const registration = useRegistration(invitation, query.get('referralId'))
  const { form, isBusy, step, setStep, checkStep, submit } = registration
  const [isWelcome, setWelcome] = useState(invitation !== null)
  const goOn = async () => {
    if (await checkStep(stepFields[0] ?? [])) setStep(1)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    return step === 0 ? goOn() : submit()
  }
  return (
    <main id="content" className={classes.page}>
      <PageHeading title={t('organization.title')} lead={t('organization.lead')} />
      {invitation && (
        <div className={classes.invited}>
          <InvitedReferral invitation={invitation} />
        </div>
      )}
      <RegistrationSteps step={step} errors={form.errors} onChoose={setStep} />
      <form noValidate onSubmit={onSubmit} className={classes.card}>
        <div hidden={step !== 0} className={classes.fields}>
          <YourInformationStep form={form} />
        </div>
        <div hidden={step !== 1} className={classes.fields}>
          <OrganizationStep registration={registration} />
        </div>
        <div className={classes.actions}>
          <Button component={Link} to={`/${keep}`} variant="subtle">
            {t('organization.cancel')}
          </Button>
          {step === 1 && (
            <Button variant="default" onClick={() => setStep(0)}>
              {t('organization.back')}
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {t(step === 0 ? 'organization.continue' : 'organization.submit')}
          </Button>
        </div>
      </form>
      {invitation && isWelcome && (
        <WelcomeDialog organization={invitation.referringOrganization.name} onClose={() => setWelcome(false)} />
      )}
    </main>
  )
}

function YourInformationStep({ form }: Pick<Registration, 'form'>) {
  const { t } = useTranslation('registration')
  const { passwordMinLength: min } = configuration()
  return (
    <>
      <Field form={form} name="firstName" autoComplete="given-name" />
      <Field form={form} name="lastName" autoComplete="family-name" />
      <Field form={form} name="title" autoComplete="organization-title" />
      <Field form={form} name="phoneNumber" autoComplete="tel-national" />
      <Field form={form} name="email" autoComplete="email" />
      <Field form={form} name="confirmEmail" autoComplete="off" />
      <div className={classes.wide}>
        <p id="password-help" className={classes.help}>
          {t('organization.passwordHelp', { min })}
        </p>
      </div>
      <Field form={form} name="password" autoComplete="new-password" />
      <Field form={form} name="confirmPassword" autoComplete="new-password" />
      <div className={classes.wide}>
        <Field form={form} name="securityQuestion" />
      </div>
      <div className={classes.wide}>
        <Field form={form} name="securityQuestionAnswer" autoComplete="off" />
      </div>
    </>
  )
}

function OrganizationStep({ registration }: { registration: Registration }) {
  const { t, i18n } = useTranslation('registration')
  const { partner } = useSource()
  const { form, chosen } = registration
  const english = 'Organization'
  return (
    <>
      <div className={classes.wide}>
        <OrganizationField
          name="organizationName"
          label={i18n.language === 'en' ? english : t(`fields.${english}`)}
          text={String(form.values.organizationName)}
          chosen={chosen}
          error={form.errors.organizationName ?? form.errors.organizationId}
          onType={registration.typeOrganization}
          onChoose={registration.chooseOrganization}
        />
      </div>
      {!partner && (
        <>
          {chosen && (
            <Alert
              className={classes.wide ?? ''}
              role="status"
              icon={<IconInfoCircle aria-hidden="true" />}
              color="hearth"
            >
              {t('organization.existing')}
            </Alert>
          )}
          <div className={classes.wide}>
            <Field form={form} name="organizationDescription" disabled={chosen !== null} />
          </div>
          <div className={classes.wide}>
            <Field form={form} name="organizationWebsite" disabled={chosen !== null} autoComplete="url" />
          </div>
        </>
      )}
      <div className={classes.wide}>
        <TermsField
          isAccepted={Boolean(form.values.acceptedTermsAndConditions)}
          error={form.errors.acceptedTermsAndConditions}
          onChange={(isAccepted) => form.set('acceptedTermsAndConditions', isAccepted)}
        />
      </div>
      <div className={classes.wide}>
        <Captcha key={registration.captchaRound} onCode={registration.setCaptchaCode} />
      </div>
    </>
  )
}
