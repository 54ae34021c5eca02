import { Alert } from "@patternfly/react-core";
import { lazyRouteComponent, Navigate, useParams } from "@tanstack/react-router";
import { type ComponentType, Suspense } from "react";
import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { Loading } from "../parts/loading.tsx";
import { texts } from "../texts/index.ts";
import { isStep, type Step } from "./steps.ts";

const pages: Readonly<Record<Step, ComponentType>> = {
  details: lazyRouteComponent(() => import("../details/details-step.tsx"), "DetailsStep"),
  operators: lazyRouteComponent(() => import("../operators/operators-step.tsx"), "OperatorsStep"),
  hosts: lazyRouteComponent(() => import("../hosts/hosts-step.tsx"), "HostsStep"),
  storage: lazyRouteComponent(() => import("../storage/storage-step.tsx"), "StorageStep"),
  networking: lazyRouteComponent(() => import("../networking/networking-step.tsx"), "NetworkingStep"),
  manifests: lazyRouteComponent(() => import("../manifests/manifests-step.tsx"), "ManifestsStep"),
  review: lazyRouteComponent(() => import("../review/review-step.tsx"), "ReviewStep"),
};

export function SetupPage() {
  const { step } = useParams({ from: "/clusters/$clusterId/setup/$step" });
  const cluster = useCluster();
  if (!isStep(step)) return <Navigate to="/clusters/$clusterId" params={{ clusterId: cluster.id }} />;
  const Page = pages[step];
  return (
    <>
      {!isDraft(cluster) && (
        <Alert isInline className="mu-gap" title={texts.wizard.notDraftTitle}>
          {texts.wizard.notDraft}
        </Alert>
      )}
      <Suspense fallback={<Loading what={texts.wizard.steps[step]} />}>
        <Page key={`${cluster.id} ${step}`} />
      </Suspense>
    </>
  );
}
