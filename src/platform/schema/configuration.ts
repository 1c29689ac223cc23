import { z } from 'zod'

/** What the client needs before it can render anything. Contains no secrets. */
export const PublicConfiguration = z.object({
  authType: z.string(),
  /** The display name of the single sign-on provider, if there is one. */
  signOnName: z.string().nullable(),
  /**
   * The origin where passkeys work: browsers bind them to a host name, never to an IP address. Null if they cannot
   * work.
   */
  passkeyOrigin: z.string().nullable(),
  recaptcha2SiteKey: z.string().nullable(),
  instrumentationKey: z.string().optional(),
  instrumentationUrl: z.string().optional(),
  productName: z.string(),
  logoUrl: z.string().nullable(),
  contactEmail: z.string(),
  termsUrl: z.string(),
  resourceLibraryUrl: z.string(),
  demoVideoUrl: z.string(),
  bookADemoUrl: z.string(),
  /** Whether anybody may search the directory. */
  publicDirectory: z.boolean(),
  /** Whether a search can start at an address. */
  findsAddresses: z.boolean(),
  /** Whether the portal sends text messages. */
  sendsTexts: z.boolean(),
  evaluation: z.boolean(),
  passwordMinLength: z.number(),
  /** Months without confirmation after which a listing of the directory is stale. */
  staleMonths: z.number(),
  /** How long a browser keeps what is not sent, counted from its last change. */
  deviceHours: z.number(),
  /** Whether browsers may open the portal without a connection. */
  offline: z.boolean(),
  timeZone: z.string(),
  partners: z.array(
    z.object({
      source: z.string(),
      name: z.string(),
      logo: z.string().optional(),
      site: z.string(),
      confirmation: z.string(),
      backLabel: z.string(),
    }),
  ),
})
export type PublicConfiguration = z.infer<typeof PublicConfiguration>
