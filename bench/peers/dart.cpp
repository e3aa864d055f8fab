/* DART: the accelerations of a chain of rods. */
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "row.h"

using namespace dart::dynamics;

static void chain(int N) {
    SkeletonPtr skeleton = Skeleton::create("chain");
    BodyNode *body = nullptr;
    for (int i = 0; i < N; i++) {
        RevoluteJoint::Properties joint;
        joint.mName = "joint" + std::to_string(i);
        joint.mAxis = Eigen::Vector3d::UnitZ();
        if (i)
            joint.mT_ParentBodyToJoint.translation() = Eigen::Vector3d(0, -1, 0);
        BodyNode::Properties rod;
        rod.mName = "rod" + std::to_string(i);
        rod.mInertia = Inertia(1, Eigen::Vector3d(0, -0.5, 0), Eigen::Vector3d(1. / 12, 1e-9, 1. / 12).asDiagonal());
        body = skeleton->createJointAndBodyNodePair<RevoluteJoint>(body, joint, rod).second;
    }
    skeleton->setGravity(Eigen::Vector3d(0, -9.81, 0));
    for (int i = 0; i < N; i++) {
        skeleton->setPosition(i, chain_angle(i) - (i ? chain_angle(i - 1) : 0));
        skeleton->setVelocity(i, chain_rate(i) - (i ? chain_rate(i - 1) : 0));
    }
    skeleton->computeForwardDynamics();
    double seconds, last = skeleton->getAccelerations().sum();
    TIME(seconds, skeleton->setPosition(0, skeleton->getPosition(0) + 1e-14); skeleton->computeForwardDynamics());
    row("chain", "computeForwardDynamics", N, seconds, last);
}

int main() {
    for (int N : chain_sizes)
        chain(N);
}
