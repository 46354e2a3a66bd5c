import { existsSync } from 'node:fs';
import type { AstroIntegration } from 'astro';

function files(...names: string[]): RegExp {
  const missing = names.find((name) => !existsSync(`src/${name}.ts`) && !existsSync(`src/${name}.tsx`));
  if (missing !== undefined) throw new Error(`scripts/astro/chunks.ts names src/${missing}, which does not exist`);
  return new RegExp(`/src/(?:${names.join('|')})\\.tsx?$`.replaceAll('/', '[\\\\/]'));
}

/**
 * Small modules that pages always load together, as one file each: fewer requests, and words that compress better. What a module
 * imports comes into its file, unless an earlier group has it. Modules that do something when they are loaded must not stand here:
 * whoever wants one of a group loads all of it. A browser asks for six files at a time, so that on a slow line the number of files counts more than a
 * kilobyte that a page loads without need.
 */
const GROUPS = [
  // Whatever imports something later stands on the helper, also pages without React.
  {
    name: 'shared',
    test: new RegExp(
      [
        files(
          'lib/constants',
          'lib/client/kernel/awaken',
          'lib/client/kernel/build-watch',
          'lib/client/kernel/builds-browser',
          'lib/client/kernel/chunk-errors',
          'lib/client/session/left-notice',
          'lib/client/kernel/navigate',
        ).source,
        /[\\/]preload-helper\.js$/.source,
      ].join('|'),
    ),
  },
  { name: 'public', test: files('lib/client/kernel/new-build', 'lib/client/kernel/page-notice', 'lib/client/kernel/prefetch') },
  // Every island wants all of it; the file keeps its name as long as the versions do.
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  // What a session needs, also at the log-in.
  { name: 'session', test: files('lib/client/auth/browser') },
  // What capture has of the islands' ground, and nothing more of the shell.
  {
    name: 'words',
    test: new RegExp(
      [
        files(
          'lib/client/kernel/page-leaving',
          'lib/contract/common',
          'lib/contract/endpoint',
          'lib/domain/time/instant',
          'lib/i18n/format',
          'lib/i18n/href',
          'lib/i18n/ready',
          'lib/i18n/words',
          'islands/shell/worker',
          'islands/ui/Icon',
          'islands/ui/drawn.browser',
          'islands/ui/lucide-icon',
          'islands/ui/form/drafts',
          'islands/ui/useMounted',
        ).source,
        /[\\/]@nanostores[\\/]react[\\/]/.source,
        /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:check|monitor|plus|printer|rotate-cw|search|upload|warehouse|x)\.m?js$/.source,
      ].join('|'),
    ),
  },
  // What a signed-in page does by itself, and what the top bar and the head of a screen stand on.
  {
    name: 'shell',
    test: new RegExp(
      [
        files(
          'islands/shell/DiskBanner',
          'islands/shell/Signed',
          'islands/shell/color',
          'islands/shell/crumbs',
          'islands/shell/habits',
          'islands/shell/hooks',
          'islands/shell/new-build',
          'islands/shell/scopes',
          'islands/shell/session',
          'islands/shell/visitor',
          'islands/shell/zone',
          'islands/tasks/TasksButton',
          'islands/ui/Age',
          'islands/ui/AsOf',
          'islands/ui/ButtonLink',
          'islands/ui/Dialog',
          'islands/ui/ErrorState',
          'islands/ui/Flag',
          'islands/ui/Menu',
          'islands/ui/PageHead',
          'islands/ui/Skeleton',
          'islands/ui/Status',
          'islands/ui/Tag',
          'islands/ui/Toasts',
          'islands/ui/clock',
          'islands/ui/copy-text',
          'islands/ui/table/RowPick',
          'islands/ui/toasts',
          'islands/ui/usePrinting',
          'lib/client/forms/drafts-page',
          'lib/client/kernel/block-store',
          'lib/client/kernel/pool',
          'lib/client/kernel/read-all',
          'lib/client/kernel/row-store',
          'lib/client/kernel/server-rows',
          'lib/client/session/visits',
          'lib/client/session/visits.store',
          'lib/contract/menu-counts',
          'lib/domain/text/folded',
          'lib/domain/text/state-words',
        ).source,
        /[\\/]nanostores[\\/]map[\\/]/.source,
        /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:chevron-down|chevrons-up-down|circle-user|download|log-out)\.m?js$/.source,
      ].join('|'),
    ),
  },
  // Icons of places, and of what stands at a chart: one file each would be asked for one after the other.
  {
    name: 'place-icons',
    includeDependenciesRecursively: false,
    test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:bell|boxes|building-2|building-complex|chart-line|factory|layout-dashboard|layout-grid|radio-receiver|thermometer|timer)\.m?js$/,
  },
  {
    name: 'menu-icons',
    includeDependenciesRecursively: false,
    test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:file-chart-line|highlighter|percent)\.m?js$/,
  },
  {
    name: 'work-icons',
    includeDependenciesRecursively: false,
    test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:clipboard-list|clock|gauge|pause|redo-2|ruler|scale|square)\.m?js$/,
  },
  {
    name: 'chart-icons',
    includeDependenciesRecursively: false,
    test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:calendar-range|eye|eye-off|link-2|pencil|undo-2|zoom-in)\.m?js$/,
  },
  {
    name: 'detail-icons',
    includeDependenciesRecursively: false,
    test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:archive|archive-arrow-up|ban|file-text|minus|play)\.m?js$/,
  },
  // What the panel and its sheets, which come later, have in common.
  {
    name: 'sheets',
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        files('islands/capture/Kept', 'islands/capture/Sheet').source,
        /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:camera|shield-exclamation-point)\.m?js$/.source,
      ].join('|'),
    ),
  },
  // Shapes of answers that the same pages read.
  { name: 'alarm-shapes', includeDependenciesRecursively: false, test: files('lib/contract/alarm-rules', 'lib/contract/alarms') },
  {
    name: 'alarm-looks',
    includeDependenciesRecursively: false,
    test: files('islands/alarms/alarm-looks', 'lib/client/alarms/alarms.store'),
  },
  {
    name: 'panels',
    includeDependenciesRecursively: false,
    test: files(
      'lib/contract/activities',
      'lib/contract/measurements',
      'lib/contract/screens',
      'lib/contract/tap-events',
      'lib/contract/tap-kinds',
      'lib/contract/taxonomies',
    ),
  },
  {
    name: 'readings',
    includeDependenciesRecursively: false,
    test: files(
      'lib/client/dataloggers/newest',
      'lib/contract/channels',
      'lib/contract/dataloggers',
      'lib/contract/means',
      'lib/contract/readings',
      'lib/contract/received-status',
      'lib/domain/quantities/outside',
      'lib/domain/quantities/shown',
    ),
  },
  // Taps as entries, with what corrects them and takes that back.
  {
    name: 'undo',
    includeDependenciesRecursively: false,
    test: files('lib/domain/taps/corrected-taps', 'lib/domain/taps/entries', 'lib/domain/taps/tap', 'lib/domain/taps/undo'),
  },
  {
    name: 'study',
    includeDependenciesRecursively: false,
    test: files(
      'lib/domain/taxonomies/taxonomy-rules',
      'lib/domain/time-study/apportion',
      'lib/domain/time-study/balance',
      'lib/domain/time-study/spans',
    ),
  },
  // What every chart stands on; capture has the axis of time, and nothing of the rest.
  {
    name: 'charts',
    includeDependenciesRecursively: false,
    test: files(
      'islands/chart/TimeRuler',
      'islands/chart/address',
      'islands/chart/charts-href',
      'islands/chart/model',
      'islands/chart/useSize',
      'lib/client/charts/series',
      'lib/client/charts/series.store',
      'lib/client/charts/shown-series',
      'lib/domain/quantities/value-span',
      'lib/client/dataloggers/sampling',
      'lib/domain/readings/find-gaps',
      'lib/domain/time/range',
      'lib/domain/time/range-address',
    ),
  },
  // What stands beside the readings of a chart.
  {
    name: 'beside',
    includeDependenciesRecursively: false,
    test: files('lib/client/charts/beside', 'lib/client/charts/beside-charts', 'lib/client/workspaces/read-shifts'),
  },
  // Charts of any channels.
  {
    name: 'charted',
    includeDependenciesRecursively: false,
    test: files('lib/client/charts/charted.store', 'lib/client/charts/measurement-series'),
  },
  // What the day of a measurement loads together, beside what other pages have of it too.
  {
    name: 'day',
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        files(
          'islands/measurements/ActivityMenu',
          'islands/measurements/address',
          'islands/measurements/Balance',
          'islands/measurements/BarSelect',
          'islands/measurements/cell-texts',
          'islands/measurements/CellInput',
          'islands/measurements/EntryTable',
          'islands/measurements/ExportMenu',
          'islands/measurements/LaneChoice',
          'islands/measurements/Losses',
          'islands/measurements/Moments',
          'islands/measurements/moments',
          'islands/measurements/paper',
          'islands/measurements/Reading',
          'islands/measurements/Seg',
          'islands/measurements/shown',
          'islands/measurements/Sorted',
          'islands/measurements/TakeDay',
          'islands/measurements/TaxonomyChoice',
          'islands/measurements/useCorrections',
          'islands/measurements/useShownDay',
          'islands/measurements/times',
          'islands/timeline/board',
          'islands/timeline/EdgeHandle',
          'islands/timeline/EdgeHandles',
          'islands/timeline/Pointer',
          'islands/timeline/Rows',
          'islands/timeline/Tellings',
          'islands/timeline/Timeline',
          'islands/timeline/useEdges',
          'islands/timeline/useSignals',
          'islands/timeline/useTimeGestures',
          'islands/timeline/window',
          'lib/client/measurements/edges',
          'lib/domain/time-study/pareto',
        ).source,
        /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]scissors\.m?js$/.source,
      ].join('|'),
    ),
  },
  {
    name: 'people',
    includeDependenciesRecursively: false,
    test: files('lib/contract/api-keys', 'lib/contract/auth', 'lib/contract/invitations', 'lib/contract/people'),
  },
  // What every list has around its rows.
  {
    name: 'list',
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        files(
          'islands/shell/useAdding',
          'islands/shell/useListScreen',
          'islands/take/ListTake',
          'islands/ui/Chip',
          'islands/ui/ColumnChooser',
          'islands/ui/CountChips',
          'islands/ui/table/picking',
          'islands/ui/table/useTableColumns',
        ).source,
        /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]columns-3\.m?js$/.source,
      ].join('|'),
    ),
  },
  {
    name: 'table',
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        files(
          'islands/ui/DataTable',
          'islands/ui/table/Cells',
          'islands/ui/table/HeadCell',
          'islands/ui/table/SkeletonRows',
          'islands/ui/table/useRowKeys',
          'islands/ui/table/useScrollMemory',
          'islands/ui/table/useTableModel',
          'islands/ui/table/useTableModel.browser',
        ).source,
        /[\\/]@tanstack[\\/](?:react-store|react-table|store|table-core)[\\/]/.source,
        /[\\/]use-sync-external-store[\\/]/.source,
        /[\\/]@nanostores[\\/]persistent[\\/]/.source,
        /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]arrow-down\.m?js$/.source,
      ].join('|'),
    ),
  },
  // How a value stands beside a name, and in a list or a tile with its small picture.
  {
    name: 'values',
    includeDependenciesRecursively: false,
    test: files(
      'islands/chart/ChannelValue',
      'islands/chart/SensorFailing',
      'islands/dataloggers/LoggerStatus',
      'islands/favorites/Star',
      'islands/ui/Value',
      'lib/client/dataloggers/datalogger-row',
      'lib/domain/datalogger-state',
    ),
  },
  {
    name: 'sparklines',
    includeDependenciesRecursively: false,
    test: files(
      'islands/dataloggers/ClockAhead',
      'islands/dataloggers/Sparkline',
      'islands/dataloggers/sparkline-path',
      'lib/client/charts/sparklines.store',
    ),
  },
  {
    name: 'range',
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        files('islands/range/RangeControl', 'islands/range/words', 'islands/shell/time-place', 'lib/domain/time/range-steps').source,
        /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]chevron-left\.m?js$/.source,
      ].join('|'),
    ),
  },
  {
    name: 'take',
    includeDependenciesRecursively: false,
    test: files('islands/take/TakeMenu', 'islands/ui/save-file', 'lib/contract/shift-calendars'),
  },
  // What only a logger and the list of loggers have.
  { name: 'loggers', includeDependenciesRecursively: false, test: files('islands/dataloggers/Health', 'lib/domain/logger-health') },
  {
    name: 'detail',
    includeDependenciesRecursively: false,
    test: files(
      'islands/links/Links',
      'islands/shell/useAddress',
      'islands/ui/Tabs',
      'lib/client/links/addresses',
      'lib/client/links/links.store',
      'lib/contract/links',
    ),
  },
  {
    name: 'overview',
    includeDependenciesRecursively: false,
    test: files('islands/measurements/MeasurementLines', 'islands/shell/route-icons', 'lib/client/measurements/measurements-now.store'),
  },
  {
    name: 'segments',
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        files('islands/ui/Segmented').source,
        /[\\/](?:FocusScope|SelectionIndicator|SharedElementTransition|ShadowTreeWalker|ToggleButton|ToggleButtonGroup|useControlledState|useToggleButton|useToggleButtonGroup|useToggleGroupState|useToggleState|useToolbar)\.m?js$/
          .source,
      ].join('|'),
    ),
  },
];

/**
 * What a later part needs is fetched with it, and Vite writes a list of those files into whoever imports it. Whatever the importer itself stands on
 * is here before it runs: left out of the lists, which don't compress, pages are one or two kilobytes lighter.
 */
function shortPreloads() {
  let imports = new Map<string, readonly string[]>();
  const standsOn = new Map<string, ReadonlySet<string>>();
  function below(host: string): ReadonlySet<string> {
    const known = standsOn.get(host);
    if (known) return known;
    const all = new Set([host]);
    for (const file of all) for (const next of imports.get(file) ?? []) all.add(next);
    standsOn.set(host, all);
    return all;
  }
  const resolveDependencies = (_: string, files: string[], { hostId, hostType }: { hostId: string; hostType: 'html' | 'js' }) =>
    hostType === 'js' ? files.filter((file) => !below(hostId).has(file)) : files;
  return {
    name: 'short-preloads',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    // Astro keeps no other setting of how the client is built. A group that takes no more than it names needs the second one.
    configEnvironment: (name: string) =>
      name === 'client'
        ? { build: { modulePreload: { resolveDependencies }, rolldownOptions: { preserveEntrySignatures: 'allow-extension' as const } } }
        : null,
    generateBundle: {
      order: 'pre' as const,
      handler(_: unknown, bundle: Record<string, { imports?: string[]; moduleIds?: string[] }>) {
        imports = new Map(Object.entries(bundle).map(([file, { imports = [] }]) => [file, imports]));
        standsOn.clear();
        // Shapes are made while their file is loaded: in a ring of files one is made of what isn't there yet, and refuses every answer.
        for (const [file, { moduleIds = [] }] of Object.entries(bundle)) {
          if (!moduleIds.some((id) => /[\\/]src[\\/]lib[\\/]contract[\\/]/.test(id))) continue;
          const back = imports.get(file)?.find((next) => below(next).has(file));
          if (back) throw new Error(`scripts/astro/chunks.ts: ${file} has shapes of answers and needs ${back}, which needs it in turn`);
        }
      },
    },
  };
}

/** Says how the scripts of the browser are cut into files. */
export function chunks(): AstroIntegration {
  return {
    name: 'chunks',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const output = { codeSplitting: { groups: GROUPS } };
        updateConfig({ vite: { plugins: [shortPreloads()], environments: { client: { build: { rolldownOptions: { output } } } } } });
      },
    },
  };
}
