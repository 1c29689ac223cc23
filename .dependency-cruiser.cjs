/** The dependency rules of docs/architecture.md. */
module.exports = {
  forbidden: [
    {
      name: 'features-form-no-circle',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/(?:identity|directory|casework|onboarding|help-desk|site)/[^/]+$' },
      to: { circular: true },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'platform-and-ui-know-no-feature',
      severity: 'error',
      from: { path: '^src/(platform|ui)/' },
      to: { path: '^src/(?!platform/|ui/)' },
    },
    {
      name: 'only-the-database-knows-the-driver',
      comment: 'docs/decisions/0115-statements-that-travel-together.md',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/server/(driver/|database\\.ts$)' },
      to: { path: '^src/platform/server/driver/' },
    },
    { name: 'ui-knows-no-platform', severity: 'error', from: { path: '^src/ui/' }, to: { path: '^src/platform/' } },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '/web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '/server/' },
    },
    { name: 'server-never-imports-web', severity: 'error', from: { path: '/server/' }, to: { path: '/web/' } },
    {
      name: 'identity-stands-below',
      severity: 'error',
      from: { path: '^src/identity/' },
      to: { path: '^src/(directory|casework|onboarding|help-desk|site)/' },
    },
    {
      name: 'directory-stands-below',
      severity: 'error',
      from: { path: '^src/directory/' },
      to: { path: '^src/(casework|onboarding|help-desk|site)/' },
    },
    {
      name: 'casework-stands-below',
      severity: 'error',
      from: { path: '^src/casework/' },
      to: { path: '^src/(onboarding|help-desk|site)/' },
    },
    {
      name: 'onboarding-stands-below',
      severity: 'error',
      from: { path: '^src/onboarding/' },
      to: { path: '^src/(help-desk|site)/' },
    },
    {
      name: 'help-desk-stands-below',
      severity: 'error',
      from: { path: '^src/help-desk/' },
      to: { path: '^src/(directory|casework|onboarding|site)/' },
    },
    {
      name: 'features-meet-in-public',
      severity: 'error',
      from: { path: '^src/((?:identity|directory|casework|onboarding|help-desk|site)/[^/]+)/' },
      to: {
        path: '^src/(?:identity|directory|casework|onboarding|help-desk|site)/[^/]+/server/',
        pathNot: ['^src/$1/', '-public\\.ts$'],
      },
    },
    {
      name: 'features-are-imported-by-name',
      comment: '#area/feature/file.ts, so that a move of a folder changes no path in its files.',
      severity: 'error',
      from: { path: '^src/((?:identity|directory|casework|onboarding|help-desk|site)/[^/]+)/' },
      to: {
        path: '^src/(?:identity|directory|casework|onboarding|help-desk|site)/[^/]+/',
        pathNot: '^src/$1/',
        dependencyTypesNot: ['aliased'],
      },
    },
    {
      name: 'features-share-no-screens',
      severity: 'error',
      from: { path: '^src/((?:identity|directory|casework|onboarding|help-desk|site)/[^/]+)/web/' },
      to: {
        path: '^src/(?:identity|directory|casework|onboarding|help-desk|site)/[^/]+/web/',
        pathNot: ['^src/$1/', '-public\\.tsx?$'],
      },
    },
    {
      name: 'sign-in-methods-are-only-listed',
      comment: 'Each can be deleted with its folder and its lines in these lists.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(identity/(passkeys|single-sign-on)/|features\\.(server|web)\\.ts$|sign-in-buttons\\.ts$)',
      },
      to: { path: '^src/identity/(passkeys|single-sign-on)/' },
    },
    {
      name: 'sign-in-methods-stand-alone',
      severity: 'error',
      from: { path: '^src/identity/(passkeys|single-sign-on)/' },
      to: { path: '^src/identity/(passkeys|single-sign-on)/', pathNot: '^src/identity/$1/' },
    },
    {
      name: 'features-do-not-compose',
      severity: 'error',
      from: { path: '^src/(?:identity|directory|casework|onboarding|help-desk|site)/' },
      to: { path: '^src/[^/]+\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|test|node_modules)/|\\.test\\.tsx?$' },
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
