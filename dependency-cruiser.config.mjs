/**
 * The arrows of the house (docs/architecture.md): pages → islands → client → contract and domain; server rooms → kernel → contract and
 * domain. Tests may look anywhere. `npm run verify` holds it.
 */

const TESTS = '\\.test\\.tsx?$|(^|/)(testing|[\\w-]+-testing)\\.ts$|/testing/';
/** @returns a rule that code of `from` doesn't import what stands in `to` */
const never = (name, from, to, { except = [], fromExcept = [] } = {}) => ({
  name,
  severity: 'error',
  from: { path: from, ...(fromExcept.length > 0 ? { pathNot: fromExcept } : {}) },
  to: { path: to, ...(except.length > 0 ? { pathNot: except } : {}) },
});

export default {
  forbidden: [
    ...['src/islands', 'src/lib/client', 'src/lib/server', 'src/lib/domain', 'src/sections'].map((floor) => ({
      name: `no circle between the rooms of ${floor}`,
      scope: 'folder',
      severity: 'error',
      from: { path: `^${floor}/[^/]+$` },
      to: { circular: true, path: `^${floor}/[^/]+$` },
    })),
    never('contracts import zod and each other', '^src/lib/contract/', '.', {
      except: ['^src/lib/contract/', '^zod/mini$|node_modules/zod/'],
    }),
    never('the domain is pure', '^src/lib/domain/', '.', {
      except: ['^src/lib/(domain|contract)/', '^src/lib/constants\\.ts$', 'node_modules'],
    }),
    never('words and validation know no room', '^src/lib/(i18n|validation)/', '^src/(lib/(client|server)|islands|layouts|sections|pages)/'),
    never('the browser side knows no server and no screen', '^src/lib/client/', '^src/(lib/server|islands|layouts|sections|pages)/'),
    never('its kernel knows no entity', '^src/lib/client/kernel/', '^src/lib/client/(?!kernel/)'),
    never('sign-in stands on the kernel alone', '^src/lib/client/auth/', '^src/lib/client/(?!kernel/|auth/)'),
    never('islands know no frame and no page', '^src/islands/', '^src/(layouts|sections|pages|lib/server)/'),
    never('primitives know no entity', '^src/islands/ui/', '^src/islands/(?!ui/)'),
    never('frames and sections know no page', '^src/(layouts|sections)/', '^src/(pages|lib/server)/'),
    never('frames know no section', '^src/layouts/', '^src/sections/'),
    never('the server knows no screen', '^src/lib/server/', '^src/(islands|layouts|sections|pages)/'),
    never('the kernel knows no room', '^src/lib/server/kernel/', '^src/lib/server/(?!kernel/)'),
    never('storage stands on the kernel alone', '^src/lib/server/storage/', '^src/lib/server/(?!kernel/|storage/)'),
    never('rooms know no process', '^src/lib/server/(?!process/|demo/|console/)', '^src/lib/server/(process|demo|console)/'),
    never('only the guard, first data and development meet the server', '^src/(?!lib/server/)', '^src/lib/server/', {
      fromExcept: ['^src/(middleware|fetch|env\\.d)\\.ts$', '^src/pages/'],
    }),
  ],
  options: {
    exclude: { path: [TESTS, '\\.css$'] },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    extraExtensionsToScan: ['.astro'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
  },
};
